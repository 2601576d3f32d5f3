import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const FLAGS = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];

/** The names of NativeScript that the program uses: files hold what the platform's classes give. */
const SHIM = `const files = new Map();
export const isIOS = globalThis.onIOS;
export const path = { join: (...parts) => parts.join("/") };
export const knownFolders = { documents: () => ({ path: "/documents" }) };
export const File = { fromPath: (path) => ({
  path,
  write: async (native) => {
    if (!(native instanceof globalThis.Native)) throw new Error("not NSData or byte[]");
    files.set(path, native);
  },
  read: async () => files.get(path),
}) };
export class Observable {}
export const alert = async (text) => globalThis.messages.push(text);
`;

/** Both platforms' classes, with the methods that the program calls. */
class Native {
  constructor(base64) {
    this.bytes = Buffer.from(base64, "base64");
  }
  base64EncodedStringWithOptions() {
    return this.bytes.toString("base64");
  }
}
const ios = { alloc: () => ({ initWithBase64EncodedStringOptions: (base64) => new Native(base64) }) };
const Base64 = {
  NO_WRAP: 2,
  DEFAULT: 0,
  decode: (base64) => new Native(base64),
  encodeToString: (native, flags) => {
    assert.equal(flags, 2);
    return native.bytes.toString("base64");
  },
};

export default async function check({ run }) {
  await run("node_modules/.bin/tsc", ...FLAGS, "--skipLibCheck", "--lib", "esnext,dom", "app/main-view-model.ts");
  writeFileSync("shim.js", SHIM);
  const flags = ["--bundle", "--format=cjs", "--platform=node", "--alias:@nativescript/core=./shim.js"];
  await run("esbuild", "app/main-view-model.ts", "--outfile=app.cjs", ...flags);
  const require = createRequire(import.meta.url);
  for (const onIOS of [true, false]) {
    Object.assign(globalThis, { Native, onIOS, messages: [] });
    Object.assign(
      globalThis,
      onIOS ? { NSData: ios, android: undefined } : { NSData: undefined, android: { util: { Base64 } } },
    );
    delete require.cache[require.resolve("./app.cjs")];
    const { HelloWorldModel } = require("./app.cjs");
    await new HelloWorldModel().onTap();
    assert.deepEqual(globalThis.messages, ["/documents/sheetjs.xlsx\nName,Index\nAda,1"]);
  }
}
