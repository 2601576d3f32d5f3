// Commands that share one entry of the bundle: each entry divides docgen's code into more files, and loading those took
// a tenth of the processor time of an edited build.
export { addCheckApi } from "./check-api-command.ts";
export { addCheckFreshness } from "./check-freshness-command.ts";
export { addCheckLinks } from "./check-links-command.ts";
export { addCheckSamples } from "./check-samples-command.ts";
export { addDiff } from "./diff-command.ts";
export { addDraw } from "./draw-command.ts";
export { addInit } from "./init-command.ts";
export { addNew } from "./new-command.ts";
export { addPreview } from "./preview-command.ts";
export { addPrint } from "./print-command.ts";
export { addSearch } from "./search-command.ts";
export { addVersion } from "./version-command.ts";
