import { appendFileSync, readFileSync } from "node:fs";
import { BROKEN, type Finding } from "./finding.ts";

/** A line of a table: the first column names it, and numbers of several processes are added up. */
export interface Figures {
  [column: string]: string | number;
}

/** The file in which the processes of a run write their figures, one JSON array per line. */
function notebook(): string {
  const path = process.env.FAULTS_FIGURES;
  if (path === undefined) throw new Error("FAULTS_FIGURES names no file");
  return path;
}

/**
 * Records a line of a table that is printed at the end of the run.
 * @param findings are counted by the promise that they break
 */
export function noteFigures(table: string, figures: Figures, findings?: readonly Finding[]): void {
  const tally = BROKEN.map((promise) => {
    return [promise, findings?.filter(({ broken }) => broken === promise).length];
  });
  const line = findings === undefined ? figures : { ...figures, ...Object.fromEntries(tally) };
  appendFileSync(notebook(), `${JSON.stringify([table, line])}\n`);
}

/** The tables of a run; lines with the same name from several processes are merged. */
export function readFigures(): Map<string, Figures[]> {
  const tables = new Map<string, Map<string | number | undefined, Figures>>();
  const lines = readFileSync(notebook(), "utf8").split("\n").filter(Boolean);
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
