import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const DIST = fileURLToPath(new URL("../../../dist", import.meta.url));
const FLOORS = fileURLToPath(new URL("floors", import.meta.url));

/** Pages that show next to nothing, from the least to the most code, by their paths. */
export const FLOOR_PATHS = {
  "bare HTML": "/floors/bare.html",
  "React, one sentence": "/floors/react.html",
  "React and Mantine, one button": "/floors/mantine.html",
} as const;

/**
 * Copies the built app into a temporary folder, and adds the floor pages to it: they are built as the
 * app is, and its own service worker stores and serves them.
 * @returns the folder, for the caller to remove with `remove`
 */
export async function buildWithFloors(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "field-agents-bench-start-"));
  await cp(DIST, folder, { recursive: true }).catch(() => {
    throw new Error("Build the app first: npm run build");
  });
  await build({
    root: FLOORS,
    base: "/floors/",
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    build: {
      outDir: join(folder, "floors"),
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ["bare", "react", "mantine"].map((name) => join(FLOORS, `${name}.html`)),
      },
    },
  });
  await storeAtInstall(folder);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Adds the floor pages' files to the list of those that the worker stores when it is installed. */
async function storeAtInstall(folder: string): Promise<void> {
  const worker = join(folder, "service-worker.js");
  const text = await readFile(worker, "utf8");
  const names = await readdir(join(folder, "floors"), { recursive: true });
  const added = names
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => `{"revision":"1","url":"floors/${name}"},`);
  const first = '{"revision":';
  if (!text.includes(`[${first}`))
    throw new Error("The worker's list of files is not where it was");
  await writeFile(worker, text.replace(`[${first}`, `[${added.join("")}${first}`));
}
