import type { AgentLog } from "./agent-log.ts";

// Apart from the schema: the service worker orders logs that were checked when they arrived, and its
// start does not wait for the library of the schemas.

/**
 * When the logged request was made (epoch ms): a note made offline reaches the server later, maybe
 * after days.
 */
export function doneAt({
  captured_at,
  created_at,
}: Pick<AgentLog, "captured_at" | "created_at">): number {
  return Date.parse(captured_at ?? created_at);
}

/** Logs by when their requests were made, the latest first. */
export function latestFirst<Log extends Pick<AgentLog, "captured_at" | "created_at">>(
  logs: readonly Log[],
): Log[] {
  return logs
    .map((log) => ({ log, time: doneAt(log) }))
    .sort((a, b) => b.time - a.time)
    .map(({ log }) => log);
}
