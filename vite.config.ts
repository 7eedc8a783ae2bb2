import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type ProxyOptions } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { webManifest } from "./src/app/web-manifest.ts";
import { deploymentConfigSchema } from "./supabase/functions/_shared/contracts/deployment-config.ts";
import { BACKEND_PATHS } from "./sw/backend-paths.ts";

/** Few chunks that are whole: dozens of small ones weigh more and take more round trips. */
const CHUNKS = [
  // Alike from release to release, so that an update does not fetch it again.
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    tags: ["$initial" as const],
    priority: 2,
  },
  { name: "base", tags: ["$initial" as const], priority: 1 },
  { name: "shared", test: /[\\/](src|lucide-react)[\\/]/, minShareCount: 2 },
];

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "sw",
      filename: "service-worker.ts",
      registerType: "prompt",
      injectRegister: null,
      manifest: webManifest,
      // Browsers fetch the icons when they install the app; pages show none of them.
      includeManifestIcons: false,
      injectManifest: {
        // One classic script: Firefox and older Safari take no module as a service worker.
        rollupFormat: "iife",
        globPatterns: [
          "index.html",
          "apply-theme.js",
          "icons/icon.svg",
          "assets/**/*.{js,css,woff2,svg}",
        ],
      },
    }),
    hostedConfig(loadEnv(mode, process.cwd(), "VITE_SUPABASE_")),
  ],
  resolve: {
    alias: {
      "@contracts": fileURLToPath(new URL("supabase/functions/_shared/contracts", import.meta.url)),
    },
  },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: backendProxy(process.env.BACKEND_URL) },
}));

/** Passes the backend's addresses on, so that the app in development sees one origin too. */
function backendProxy(backend: string | undefined): Record<string, ProxyOptions> {
  if (backend === undefined) return {};
  // The backend tells the app to reach it where the page was opened: it has to see that address.
  const options = { target: backend, changeOrigin: false };
  return Object.fromEntries(BACKEND_PATHS.map((path) => [path, options]));
}

/** Writes the `config.json` of a build for a static host. Without a project it is the server's to answer. */
function hostedConfig(env: Record<string, string>): Plugin {
  const { VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_ANON_KEY: supabaseKey } = env;
  return {
    name: "field-agents:hosted-config",
    apply: "build",
    async writeBundle({ dir }) {
      if (dir === undefined || !supabaseUrl || !supabaseKey) return;
      const config = deploymentConfigSchema.parse({ supabaseUrl, supabaseKey, demo: false });
      await writeFile(join(dir, "config.json"), `${JSON.stringify(config)}\n`);
    },
  };
}
