import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFigures } from "./figures.ts";

/** Around a whole run: gathers the figures of its processes and prints them as tables. */
export function setup(): () => void {
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "field-agents-faults-"));
  process.env.FAULTS_FIGURES = join(folder, "figures.jsonl");
  writeFileSync(process.env.FAULTS_FIGURES, "");
  return () => {
    for (const [title, lines] of readFigures()) {
      console.log(`\n${title}`);
      console.table(lines);
    }
    console.log(`The whole run took ${Math.round((performance.now() - begun) / 1000)} s.`);
    rmSync(folder, { recursive: true, force: true });
  };
}
