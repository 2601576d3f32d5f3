import { pluginReactLynx } from "@lynx-js/react-rsbuild-plugin";
import { defineConfig } from "@lynx-js/rspeedy";

export default defineConfig({
  plugins: [pluginReactLynx()],
  environments: { lynx: {}, web: {} },
  source: { entry: "./src/index.tsx" },
});
