import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type ProxyOptions } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { CHUNKS } from "./src/app/install/build/code-chunks.ts";
import { splitWorker } from "./src/app/install/build/split-worker-plugin.ts";
import { webManifest } from "./src/app/install/web-manifest.ts";
import { staticShells } from "./src/app/static-shell/build/static-shells-plugin.ts";
import { themeStylesheet } from "./src/app/theme/theme-stylesheet.ts";
import { pdfDataPath } from "./src/knowledge/extraction/pdf/pdf-data-path.ts";
import {
  speechModels,
  withoutRuntimeAsset,
} from "./src/understanding/speech/model/build/speech-models-plugin.ts";
import { WASM_SCRIPTS } from "./supabase/embedded/http/headers.ts";
import { deploymentConfigSchema } from "./supabase/functions/_shared/contracts/deployment-config.ts";
import { hostFiles } from "./supabase/hosting/host-files.ts";
import { readSecondFactors } from "./supabase/hosting/second-factors.ts";
import { BACKEND_PATHS } from "./sw/backend-paths.ts";

const packages = createRequire(import.meta.url);

/**
 * Code that few pages need or that is large: loaded on first use and cached from then on. All other
 * code is stored when the app is installed.
 */
const ON_DEMAND =
  /node_modules[\\/](pdfjs-dist|papaparse|recharts)[\\/]|(^|[\\/])src[\\/](pages[\\/](admin|detailed-logs|contact-submissions)|features[\\/](administration|speech-(model|understanding))|sync[\\/]pull[\\/]pull-administration|pages[\\/]dashboard[\\/]try-it|pages[\\/]support[\\/]guides[\\/]pictures)[\\/]/;
const ON_DEMAND_WORKER =
  /[\\/]src[\\/](knowledge[\\/]extraction|features[\\/]manuals|pages[\\/]history)[\\/]/;
/** Workers that run WebAssembly, which the page may not. */
const UNDERSTANDING_WORKER = /[\\/]src[\\/]understanding[\\/]/;

const PRECACHED_FOLDER = "assets/";
/** The service worker recognizes lazy chunks by this folder. */
const ON_DEMAND_FOLDER = "assets/on-demand/";

const scriptIn = (folder: string) => `${folder}[name]-[hash].js`;

/** The names of the chunks with such code: their styles have the same names. */
const onDemandChunks = new Set<string>();

function chunkFileNames(chunk: { name: string; moduleIds: readonly string[] }): string {
  const isOnDemand = chunk.moduleIds.some((id) => ON_DEMAND.test(id));
  if (isOnDemand) onDemandChunks.add(`${chunk.name}.css`);
  return scriptIn(isOnDemand ? ON_DEMAND_FOLDER : PRECACHED_FOLDER);
}

function assetFileNames(asset: {
  names: readonly string[];
  originalFileNames: readonly string[];
}): string {
  const isOnDemand =
    asset.originalFileNames.some((name) => ON_DEMAND.test(name)) ||
    asset.names.some((name) => onDemandChunks.has(name));
  return `${isOnDemand ? ON_DEMAND_FOLDER : PRECACHED_FOLDER}[name]-[hash][extname]`;
}

function workerFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const id = facadeModuleId ?? "";
  if (UNDERSTANDING_WORKER.test(id)) return scriptIn(WASM_SCRIPTS.slice(1));
  return scriptIn(ON_DEMAND_WORKER.test(id) ? ON_DEMAND_FOLDER : PRECACHED_FOLDER);
}

/**
 * The files to preload together with a chunk, before its code requests them. The list is part of
 * every first load, so it contains scripts only for pages, which people wait for; chunks that load
 * while the page is idle can take their round trips.
 */
function preloaded(file: string, dependencies: string[]): string[] {
  const isWaitedFor = /-(page|layout)-[\w-]{8}\.js$/.test(file);
  return dependencies.filter((dependency) => isWaitedFor || dependency.endsWith(".css"));
}

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
        // One classic script, because Firefox and older Safari accept no module as a service
        // worker.
        rollupFormat: "iife",
        globPatterns: [
          "index.html",
          "shell/*.{html,css,json}",
          "apply-theme.js",
          "show-shell.js",
          "icons/icon.svg",
          "assets/**/*.{js,css,woff2,svg}",
          "assets/on-demand/*.webp",
        ],
      },
    }),
    themeVariables(),
    pdfData(),
    speechModels(),
    staticShells(),
    splitWorker(),
    hostedConfig(loadEnv(mode, process.cwd(), "VITE_SUPABASE_")),
  ],
  resolve: {
    alias: {
      "@contracts": fileURLToPath(new URL("supabase/functions/_shared/contracts", import.meta.url)),
      // Dexie's build for modern browsers: the other build adds 2 kB to every first load.
      dexie: fileURLToPath(new URL("node_modules/dexie/dist/modern/dexie.mjs", import.meta.url)),
      // Markdown is read in a worker, which has no document as the build for pages needs.
      "decode-named-character-reference": packages.resolve("decode-named-character-reference"),
    },
  },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    rolldownOptions: {
      output: { chunkFileNames, assetFileNames, codeSplitting: { groups: CHUNKS } },
      // Inlines constants, so that tables of constants add only their used entries to a bundle.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
    },
  },
  worker: {
    // Workers load chunks on demand, which only modules can do.
    format: "es",
    plugins: () => [withoutRuntimeAsset()],
    rolldownOptions: {
      output: { chunkFileNames: scriptIn(ON_DEMAND_FOLDER), entryFileNames: workerFileNames },
      // What the writer of PDF files would load for HTML and SVG, of which the app prints nothing.
      external: ["html2canvas", "dompurify", "canvg"],
    },
  },
  server: { proxy: backendProxy(process.env.BACKEND_URL) },
}));

/**
 * Provides the theme's variables as a stylesheet file, because the pages may not contain inline
 * styles.
 */
function themeVariables(): Plugin {
  const name = "virtual:theme-variables.css";
  return {
    name: "field-agents:theme-variables",
    resolveId: (id) => (id === name ? id : null),
    load: (id) => (id === name ? themeStylesheet() : null),
  };
}

/**
 * Adds pdf.js's data files to the build, with the names that it expects, in a folder with its
 * version.
 */
function pdfData(): Plugin {
  const files: [folder: string, wanted: RegExp][] = [
    ["standard_fonts", /\.(pfb|ttf)$/],
    ["cmaps", /\.bcmap$/],
    ["wasm", /\.js$/],
  ];
  const { version } = packages("pdfjs-dist/package.json");
  const root = dirname(packages.resolve("pdfjs-dist/package.json"));
  const names = files.flatMap(([folder, wanted]) =>
    readdirSync(join(root, folder))
      .filter((name) => wanted.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const path = pdfDataPath(version);
  return {
    name: "field-agents:pdf-data",
    async generateBundle() {
      for (const name of names) {
        const source = await readFile(join(root, name));
        this.emitFile({ type: "asset", fileName: `${path.slice(1)}${name}`, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(path, (request, response, next) => {
        const name = names.find((each) => request.url === `/${each}`);
        if (name === undefined) return next();
        if (name.endsWith(".js")) response.setHeader("Content-Type", "text/javascript");
        readFile(join(root, name)).then((bytes) => response.end(bytes), next);
      });
    },
  };
}

/** Forwards the backend's paths, so that the app has a single origin in development too. */
function backendProxy(backend: string | undefined): Record<string, ProxyOptions> {
  if (backend === undefined) return {};
  // Keep the Host header: the backend puts the address of the opened page into its configuration.
  const options = { target: backend, changeOrigin: false };
  return Object.fromEntries(BACKEND_PATHS.map((path) => [path, options]));
}

/**
 * Writes `config.json` and the header files for a build on a static host. Without a Supabase
 * project, the backend's server provides both.
 */
function hostedConfig(env: Record<string, string>): Plugin {
  const { VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_ANON_KEY: supabaseKey } = env;
  const secondFactors = readSecondFactors(env.VITE_SUPABASE_SECOND_FACTORS ?? "");
  const supportEmail = env.VITE_SUPABASE_SUPPORT_EMAIL;
  const passwordMinimum = env.VITE_SUPABASE_PASSWORD_MIN_LENGTH;
  return {
    name: "field-agents:hosted-config",
    apply: "build",
    async writeBundle({ dir }) {
      if (dir === undefined || !supabaseUrl || !supabaseKey) return;
      const config = deploymentConfigSchema.parse({
        supabaseUrl,
        supabaseKey,
        demo: false,
        realtime: true,
        secondFactors,
        ...(supportEmail && { supportEmail }),
        ...(passwordMinimum && { passwordMinimum: Number(passwordMinimum) }),
      });
      await writeFile(join(dir, "config.json"), `${JSON.stringify(config)}\n`);
      const deployed = { https: true, backendUrl: new URL(supabaseUrl).origin };
      for (const [name, text] of Object.entries(await hostFiles(deployed))) {
        await writeFile(join(dir, name), text);
      }
    },
  };
}
