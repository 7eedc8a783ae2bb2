import { readFileSync } from "node:fs";
import type { Backend } from "#tests/support/backend.ts";
import { processTree } from "#tests/support/process-tree.ts";

/** The memory of each of a backend's processes, with the script that it runs. */
export function breakdown({ pid }: Backend): string {
  const names = processTree(pid).map((id) => {
    const script = /[\w-]+\.(ts|mjs)/.exec(commandOf(id))?.[0] ?? "ended";
    return `${script} ${megabytes(sizeOf(id))}`;
  });
  return names.join(", ");
}

/** The command line of a process; empty once it has ended. */
function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** The memory of a process, in bytes, of which shared memory counts in part; 0 once it has ended. */
function sizeOf(id: number): number {
  try {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The memory of all processes of a backend, in bytes; shared memory counts once (PSS). */
export function memoryOf({ pid }: Backend): number {
  return processTree(pid).reduce((sum, id) => sum + sizeOf(id), 0);
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1 << 20))} MB`;
}
