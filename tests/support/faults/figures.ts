import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter } from "vitest/node";
import { BROKEN, type Finding } from "./finding.ts";

/** A line of a table: the first column names it, and numbers of several processes are added up. */
export interface Figures {
  [column: string]: string | number;
}

/** Records a line of a table printed at the end. @param findings counted by the broken promise */
export function noteFigures(table: string, figures: Figures, findings?: readonly Finding[]): void {
  const tally = BROKEN.map((promise) => {
    return [promise, findings?.filter(({ broken }) => broken === promise).length];
  });
  const line = findings === undefined ? figures : { ...figures, ...Object.fromEntries(tally) };
  appendFileSync(String(process.env.FAULTS_FIGURES), `${JSON.stringify([table, line])}\n`);
}

/** The tables of a run; lines with the same name from several processes are merged. */
function readFigures(file: string): Map<string, Figures[]> {
  const tables = new Map<string, Map<string | number | undefined, Figures>>();
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  for (const line of lines) {
    const [title, figures] = JSON.parse(line) as [string, Figures];
    const table = tables.get(title) ?? new Map();
    tables.set(title, table);
    const [name] = Object.values(figures);
    table.set(name, sum(table.get(name), figures));
  }
  return new Map([...tables].map(([title, lines]) => [title, [...lines.values()]]));
}

function sum(one: Figures | undefined, other: Figures): Figures {
  if (one === undefined) return other;
  const both = Object.entries(other).map(([column, value]) => {
    const before = one[column];
    return [column, typeof value === "number" ? value + Number(before ?? 0) : value];
  });
  return Object.fromEntries(both);
}

/** Collects the figures of all test processes of a run, and prints them as tables at the end. */
export default class FiguresReporter implements Reporter {
  readonly #begun = performance.now();
  readonly #folder = mkdtempSync(join(tmpdir(), "field-agents-faults-"));
  readonly #file = join(this.#folder, "figures.jsonl");

  onInit(): void {
    // The test processes inherit this variable.
    process.env.FAULTS_FIGURES = this.#file;
    writeFileSync(this.#file, "");
  }

  onTestRunEnd(): void {
    for (const [title, lines] of readFigures(this.#file)) {
      console.log(`\n${title}`);
      console.table(lines);
    }
    console.log(`The whole run took ${Math.round((performance.now() - this.#begun) / 1000)} s.`);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
