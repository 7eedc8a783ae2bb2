// Pages of the benchmarks: built as an app is, and served from a folder.
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles a script of a benchmark for production. @param name of the file in `folder` */
export async function bundle(input: string, folder: string, name: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    mode: "production",
    resolve: { alias: { "@contracts": join(ROOT, "supabase/functions/_shared/contracts") } },
    worker: { format: "es" },
    build: {
      target: "es2022",
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input, output: { entryFileNames: name, codeSplitting: false } },
    },
  });
}

/**
 * Answers a request for a script in the folder, or for the page of that script: `/ours.html` loads
 * `/ours.js`. @returns false when it is for no such file
 */
export function answerPage(
  folder: string,
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const name = url.slice(1);
  const script = name.replace(/\.html$/, ".js");
  if (method !== "GET" || !existsSync(join(folder, script)) || script === "") return false;
  const isPage = extname(name) === ".html";
  response.writeHead(200, { "content-type": isPage ? "text/html" : "text/javascript" });
  const page = `<!doctype html><title>Bench</title><script type="module" src="/${script}"></script>`;
  response.end(isPage ? page : readFileSync(join(folder, script)));
  return true;
}

/** Calls a method of the object that a page of a benchmark offers at `globalThis.bench`. */
export type Call<Bench> = <Name extends keyof Bench>(
  name: Name,
  ...given: Bench[Name] extends (...all: infer Given) => unknown ? Given : never
) => Promise<Bench[Name] extends (...all: never[]) => infer Result ? Awaited<Result> : never>;

export function callsOf<Bench>(page: Page): Call<Bench> {
  return (name, ...given) =>
    page.evaluate(
      ([method, parameters]) => Reflect.get(globalThis, "bench")[method](...parameters),
      [name, given] as [string, unknown[]],
    );
}
