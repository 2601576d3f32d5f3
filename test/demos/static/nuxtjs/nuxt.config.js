import { sheetPlugin } from "./sheet-plugin.js";

export default defineNuxtConfig({
  compatibilityDate: "2025-11-21",
  telemetry: false,
  vite: { plugins: [sheetPlugin()] },
});
