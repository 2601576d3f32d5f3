import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest: what begins last is waited for by an idle core. */
const LONGEST = [
  // None of them needs the browser, which may have to be installed first.
  "builder/cache",
  "faults/pathological",
  "faults/user-code",
  "faults/scale",
  "faults/crash",
  "browser/live",
  "browser/axe",
  "browser/shift",
  "browser/edits",
  "browser/search",
  "demos",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return rank >= 0 ? rank : LONGEST.length + (moduleId.includes("/test/browser/") ? 0 : 1);
    };
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

// React as it is published, not the one for its authors, which takes longer.
process.env.NODE_ENV = "production";

// No post of a test is in the future, whatever the clock says.
process.env.SOURCE_DATE_EPOCH = String(Date.UTC(2027, 0) / 1000);

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    // The bench leaves copies of this project there.
    exclude: ["test/demos/**", "test/bench/.peers/**", "**/node_modules/**"],
    globalSetup: ["test/helpers/temporary-setup.ts", "test/helpers/browser-setup.ts", "test/helpers/site-setup.ts"],
    setupFiles: ["test/helpers/seed-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a machine that is busy a browser takes more than the second that is waited for otherwise.
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: true,
    // Browsers and servers that tests start take more of a machine's processors than the tests themselves: a third
    // worker takes what two leave of two processors.
    maxWorkers: 3,
    maxConcurrency: 2,
    // Files share no state but what is loaded: a second of a processor for each of more than a hundred.
    isolate: false,
    // It imports JSON as Node does not: without saying so.
    server: { deps: { inline: ["@actions/workflow-parser"] } },
    sequence: { sequencer: LongestFirst },
  },
});
