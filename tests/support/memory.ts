import { readFileSync } from "node:fs";
import type { Backend } from "#tests/support/backend.ts";
import { processTree } from "#tests/support/process-tree.ts";

/** The memory of each of a backend's processes, with the script that it runs. */
export function breakdown({ pid }: Backend): string {
  const names = processTree(pid).map((id) => {
    const script = /[\w-]+\.(ts|mjs)/.exec(commandOf(id))?.[0] ?? "ended";
    return `${script} ${megabytes(sizeOf(id, "Pss"))}`;
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

/** The memory of a process, in bytes, by one of the kernel's sums; 0 once it has ended. */
function sizeOf(id: number, sum: "Pss" | "Rss"): number {
  try {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(new RegExp(`^${sum}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The memory of all processes of a backend, in bytes; shared memory counts once (PSS). */
export function memoryOf({ pid }: Backend): number {
  return processTree(pid).reduce((sum, id) => sum + sizeOf(id, "Pss"), 0);
}

/** The same as the resident sizes that `ps` shows: shared memory counts in each process (RSS). */
export function residentMemoryOf({ pid }: Backend): number {
  return processTree(pid).reduce((sum, id) => sum + sizeOf(id, "Rss"), 0);
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1 << 20))} MB`;
}
