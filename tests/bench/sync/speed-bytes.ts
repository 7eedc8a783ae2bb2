import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CONTENDERS, type ContenderName } from "./contender.ts";
import type { BenchPages } from "./pages.ts";
import { WAYS } from "./speed-arena.ts";
import { figure } from "./speed-figures.ts";

/**
 * The scripts of each contender as built for the bench: the library and the little code that uses
 * it.
 */
const SCRIPTS: Readonly<Record<ContenderName, readonly string[]>> = {
  ours: ["ours.js"],
  workbox: ["workbox.js", "workbox-worker.js"],
  tanstack: ["tanstack.js"],
  "dexie-loop": ["dexie-loop.js"],
};

/** Measures the size of each contender: bundled alone, minified and compressed. */
export function weighContenders(pages: BenchPages): Record<string, object> {
  const rows: Record<string, object> = {};
  for (const name of CONTENDERS) {
    const scripts = SCRIPTS[name].map((script) => readFileSync(join(pages.folder, script)));
    const sum = (sizes: number[]) => figure(sizes.reduce((all, size) => all + size, 0) / 1000);
    rows[WAYS[name].title] = {
      "minified, kB": sum(scripts.map((script) => script.length)),
      "gzip, kB": sum(scripts.map((script) => gzipSync(script, { level: 9 }).length)),
    };
  }
  return rows;
}
