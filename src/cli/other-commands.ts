// Commands that share one entry of the bundle: each entry divides docgen's code into more files, and loading those took
// a tenth of the processor time of an edited build.
export { addCheckApi, addCheckFreshness, addCheckLinks } from "./check-commands.ts";
export { addCheckSamples } from "./check-samples-command.ts";
export { addDraw, addPrint } from "./chromium-commands.ts";
export { addDiff } from "./diff-command.ts";
export { addPreview } from "./preview-command.ts";
export { addInit, addNew, addVersion } from "./scaffold-commands.ts";
export { addSearch } from "./search-command.ts";
