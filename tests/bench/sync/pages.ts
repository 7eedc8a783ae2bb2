import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { CONTENDERS } from "./contender.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const HERE = join(ROOT, "tests/bench/sync");

/** The built pages of the benchmark: `/<contender>.html`, each with its own script. */
export interface BenchPages {
  /** The folder that holds them. The names of a contender's scripts begin with its name. */
  folder: string;
  /**
   * Answers a request for one of the pages' files. @returns false when the request is for no such
   * file
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  remove(): void;
}

/**
 * Builds every contender's page and, if it has one, its service worker, as an app's build does:
 * minified, for production.
 */
export async function buildPages(): Promise<BenchPages> {
  const folder = await mkdtemp(join(tmpdir(), "field-agents-bench-sync-"));
  for (const name of CONTENDERS) {
    const entry = join(folder, `${name}.entry.ts`);
    const modules = {
      present: join(HERE, "present.ts"),
      contender: join(HERE, "contenders", `${name}.ts`),
    };
    writeFileSync(
      entry,
      `import { present } from ${JSON.stringify(modules.present)};\n` +
        `import { contender } from ${JSON.stringify(modules.contender)};\n` +
        "present(contender);\n",
    );
    await bundle(entry, folder, `${name}.js`);
    rmSync(entry);
    writeFileSync(
      join(folder, `${name}.html`),
      `<!doctype html><title>${name}</title><script type="module" src="/${name}.js"></script>`,
    );
  }
  await bundle(join(HERE, "contenders", "workbox-worker.ts"), folder, "workbox-worker.js");
  const files = new Set(await readdir(folder));
  return {
    folder,
    answer(request, response) {
      const name = (request.url ?? "").slice(1).split("?")[0] ?? "";
      if (request.method !== "GET" || !files.has(name)) return false;
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(readFileSync(join(folder, name)));
      return true;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Bundles a script of the benchmark for production. @param name of the file in `outDir` */
export async function bundle(input: string, outDir: string, name: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    mode: "production",
    resolve: { alias: { "@contracts": join(ROOT, "supabase/functions/_shared/contracts") } },
    build: {
      target: "es2022",
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input, output: { entryFileNames: name, codeSplitting: false } },
    },
  });
}
