import { resetFormats } from "../formats/library.ts";

// Properties print the seed with which they fail; with `DOCGEN_FUZZ_SEED` they begin from that one.
const { DOCGEN_FUZZ_SEED } = process.env;
if (DOCGEN_FUZZ_SEED !== undefined) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ seed: Number(DOCGEN_FUZZ_SEED) });
}

// Test files that run in one process share the library.
resetFormats();
