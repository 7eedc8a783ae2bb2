import { readFileSync } from "node:fs";
import { processTree } from "./process-tree.ts";

/** How long a tick of the kernel's accounts is, in milliseconds: a constant of Linux. */
const TICK = 10;

/** The processor time of a process, in milliseconds; 0 once it has ended. */
function timeIn(file: string): number {
  try {
    // The second field, a name in brackets, may hold spaces.
    const fields = readFileSync(file, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return 0;
  }
}

/** The processor time of a process and all that it has started, in milliseconds. */
export function timeOfAll(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + timeIn(`/proc/${pid}/stat`), 0);
}
