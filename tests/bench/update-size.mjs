// Measures what an installed app loads again after a change of one line: `npm run bench:update`, or
// `npm run bench:update -- src/ui/toast.ts …` for modules of yours. It builds the app, then once for
// each module with one line more in it, and weighs the files that the new worker's list has and the
// old one's has not.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const USUAL = [
  "src/pages/voice-agent/voice-agent-page.tsx",
  "src/pages/history/history-page.tsx",
  "src/features/chat/chat.tsx",
  "src/app/shell/signed-in-layout.tsx",
  "src/ui/toast.ts",
];
const given = process.argv.slice(2);
const WORKER = "service-worker.js";

const folder = await mkdtemp(join(tmpdir(), "field-agents-update-"));
try {
  const before = await filesOf(null);
  const rows = [];
  for (const module of given.length > 0 ? given : USUAL) {
    const now = await filesOf(module);
    const loaded = [...now].filter(([file, { version }]) => before.get(file)?.version !== version);
    const bytes = loaded.reduce((sum, [, each]) => sum + each.bytes, 0);
    rows.push({ "one line more in": module, files: loaded.length, kB: (bytes / 1000).toFixed(1) });
  }
  console.log("Loaded again by an installed app, gzip");
  console.table(rows);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Builds the app.
 * @param {string | null} module the module that gets one line more
 * @returns the files that an installed app has, with their versions and compressed sizes (bytes)
 */
async function filesOf(module) {
  const outDir = join(folder, String(module).replaceAll("/", "-"));
  const change = {
    name: "one-line-more",
    transform: (code, id) =>
      module !== null && id.endsWith(module) ? `${code}\nconsole.debug("changed");` : null,
  };
  await build({ plugins: [change], build: { outDir, emptyOutDir: true }, logLevel: "error" });
  const worker = await readFile(join(outDir, WORKER), "utf8");
  const list = JSON.parse(/filesOfApp=(\[.*?\]);/.exec(worker)?.[1] ?? "[]");
  const code = /importScripts\("\/(.*?)"\)/.exec(worker)?.[1] ?? "";
  const files = [...list, { url: WORKER, revision: worker }, { url: code, revision: null }];
  return new Map(
    await Promise.all(
      files.map(async ({ url, revision }) => {
        const bytes = gzipSync(await readFile(join(outDir, url))).length;
        return [url, { version: revision ?? url, bytes }];
      }),
    ),
  );
}
