// Preload for docgen: makes its n-th file operation of a kind fail, as on a full disk. FAIL_AT: `renameSync 2`.
const fs = require("node:fs");

const [name, at] = process.env.FAIL_AT.split(" ");
const before = fs[name];
let changes = 0;
fs[name] = (...args) => {
  changes++;
  if (changes !== Number(at)) return before(...args);
  throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", path: args[0], syscall: name });
};
