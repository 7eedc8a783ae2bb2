import { execFileSync } from "node:child_process";

/** The given columns that `ps` prints for every process, one row each. */
function processTable(columns: string): string[][] {
  return execFileSync("ps", ["-A", "-o", columns], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
}

/** A process and all processes that it has started and that still exist. */
export function processTree(root: number): number[] {
  const table = processTable("pid=,ppid=");
  const found = [root];
  for (const parent of found) {
    for (const [pid, above] of table) if (Number(above) === parent) found.push(Number(pid));
  }
  return found;
}

/** The one of these processes that runs a script of that name. */
export function processOf(processes: readonly number[], script: string): number {
  const running = processTable("pid=,args=").filter((row) => row.join(" ").includes(script));
  const found = processes.find((pid) => running.some(([row]) => Number(row) === pid));
  if (found === undefined) throw new Error(`No process runs ${script}.`);
  return found;
}

/** The lowest niceness of a process's threads, from -20 (which go before others) to 19. */
export function nicenessOf(process: number): number {
  const threads = execFileSync("ps", ["-L", "-o", "ni=", "-p", String(process)]).toString();
  return Math.min(...threads.trim().split("\n").map(Number));
}

/** Whether a process is computing at this moment, and not waiting. */
export function isComputing(process: number): boolean {
  const row = processTable("pid=,stat=").find(([pid]) => Number(pid) === process);
  return row?.[1]?.startsWith("R") ?? false;
}

/** Those of these processes that still run; a zombie that has ended does not count. */
export function stillRunning(processes: readonly number[]): number[] {
  const running = processTable("pid=,stat=").filter(([, state]) => !state?.startsWith("Z"));
  const alive = new Set(running.map(([pid]) => Number(pid)));
  return processes.filter((pid) => alive.has(pid));
}

/** Kills all of these at once, as a machine does that goes down. */
export function killAll(processes: readonly number[]): void {
  for (const pid of stillRunning(processes)) process.kill(pid, "SIGKILL");
}
