// Draws the static shells and prints them as JSON. It is a process of its own, because it gives
// itself the globals of a browser; happy-dom is the smallest kept library that runs React's client.
import { fileURLToPath } from "node:url";
import { Window } from "happy-dom";
import { createServer } from "vite";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

// Vite comes first: with a browser's globals it would take this process for a browser.
const vite = await createServer({
  configFile: false,
  root: ROOT,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, ws: false, watch: null, hmr: false },
  optimizeDeps: { noDiscovery: true },
  resolve: {
    alias: {
      "@contracts": `${ROOT}supabase/functions/_shared/contracts`,
      dexie: `${ROOT}node_modules/dexie/dist/modern/dexie.mjs`,
    },
  },
});

const window = new Window({ url: "http://app.invalid/", width: 390, height: 844 });
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis)) globalThis[name] = window[name];
}
const OTHERS = { window, ...pick("document", "location", "history", "navigator", "localStorage") };
for (const [name, value] of Object.entries({ ...OTHERS, ...pick("Event", "CustomEvent") })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
// A database that never opens.
globalThis.indexedDB = { open: () => ({}), cmp: () => 0 };
Object.defineProperty(window, "visualViewport", { value: null });
globalThis.IDBKeyRange = { bound: () => ({}), only: () => ({}), lowerBound: () => ({}) };

const { drawShells } = await vite.ssrLoadModule(
  fileURLToPath(new URL("draw.tsx", import.meta.url)),
);
process.stdout.write(JSON.stringify(await drawShells()), () => process.exit(0));

function pick(...names) {
  return Object.fromEntries(names.map((name) => [name, window[name]]));
}
