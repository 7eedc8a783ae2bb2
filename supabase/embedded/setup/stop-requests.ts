import { readLines } from "../functions/deno-child.ts";

/** The signals that ask a process to stop. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Listens for signals and, if there is a launcher, for its lines on standard input. Ctrl-C reaches
 * every process of a terminal, and a service manager may signal every process of a service, so that
 * one request comes both ways: a second request is the second one of the same way. When the standard
 * input closes, the launcher is gone, which counts as the first request.
 * @returns `first` resolves when the process is asked to stop for the first time: running work may finish;
 *   `second` when it is asked again: it ends at once
 */
export function listenForStop(hasLauncher: boolean) {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const countedRequests = () => {
    let requests = 0;
    return () => {
      requests += 1;
      first.resolve();
      if (requests > 1) second.resolve();
    };
  };

  const bySignal = countedRequests();
  for (const signal of SIGNALS) Deno.addSignalListener(signal, bySignal);
  const byLauncher = countedRequests();
  const read = async () => {
    for await (const _ of readLines(Deno.stdin.readable)) byLauncher();
  };
  if (hasLauncher) void read().finally(first.resolve);
  return { first: first.promise, second: second.promise };
}
