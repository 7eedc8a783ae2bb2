import { execFileSync } from "node:child_process";

/** Rows of numbers and letters as `ps` prints them for every process. */
function processTable(columns: string): string[][] {
  return execFileSync("ps", ["-A", "-o", columns], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
}

/** A process and everything it has started, as long as it is there. */
export function processTree(root: number): number[] {
  const table = processTable("pid=,ppid=");
  const found = [root];
  for (const parent of found) {
    for (const [pid, above] of table) if (Number(above) === parent) found.push(Number(pid));
  }
  return found;
}

/** The process among these that runs a script of that name. */
export function processOf(processes: readonly number[], script: string): number {
  const running = processTable("pid=,args=").filter((row) => row.join(" ").includes(script));
  const found = processes.find((pid) => running.some(([row]) => Number(row) === pid));
  if (found === undefined) throw new Error(`No process runs ${script}.`);
  return found;
}

/** Whether a process computes at this moment, and does not wait for anything. */
export function isComputing(process: number): boolean {
  const row = processTable("pid=,stat=").find(([pid]) => Number(pid) === process);
  return row?.[1]?.startsWith("R") ?? false;
}

/** Which of these processes still run; one that has ended and only waits to be noticed does not. */
export function stillRunning(processes: readonly number[]): number[] {
  const running = processTable("pid=,stat=").filter(([, state]) => !state?.startsWith("Z"));
  const alive = new Set(running.map(([pid]) => Number(pid)));
  return processes.filter((pid) => alive.has(pid));
}

/** Ends all of these at once, as the machine going down does. */
export function killAll(processes: readonly number[]): void {
  for (const pid of stillRunning(processes)) process.kill(pid, "SIGKILL");
}
