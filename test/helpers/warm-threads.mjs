// Keeps what threads of builds begin with, for all builds of this process: in `command-process.mjs`, and in tests that
// build in their own process.
import "./keep-oniguruma.mjs";
// Before the module that wraps its threads.
import "./warm-highlight-threads.mjs";
import "./warm-config-thread.mjs";
