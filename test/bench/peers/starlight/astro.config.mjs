import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";

export default defineConfig({
  site: "https://example.com",
  outDir: "./build",
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: "Bench" })],
});
