import { readFileSync } from "node:fs";

/** The most memory that a process has held, in bytes; null where the system does not tell. */
export function peakMemoryOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  } catch {
    return null;
  }
}
