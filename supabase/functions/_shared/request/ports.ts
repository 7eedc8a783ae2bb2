import type { FunctionCall } from "../contracts/function-call.ts";

/** The outside services that a function uses; tests pass their own. */
export interface Ports {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
  /** Aborts when the process ends soon: calls that wait for the provider are to give up. */
  stopping: AbortSignal;
  /** Writes a line of the log. */
  log: (line: FunctionCall) => void;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** A signal that aborts when the time is up. */
  timeout: (milliseconds: number) => AbortSignal;
}

/**
 * The event that tells the functions of a process that it ends soon, and that calls which wait for
 * the provider are to give up. The embedded backend dispatches it. A hosted project has no need of
 * it: there a worker that is retired finishes its calls.
 */
export const STOPPING_EVENT = "field-agents-stopping";

const stopping = new AbortController();
globalThis.addEventListener?.(STOPPING_EVENT, () => stopping.abort());

export const systemPorts: Ports = {
  fetch: (url, init) => fetch(url, init),
  clock: {
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  },
  stopping: stopping.signal,
  log: (line) => console.log(JSON.stringify(line)),
};

/** Thrown for a call that was given up because its process ends. */
export class Stopped extends Error {
  constructor() {
    super("The server stopped before the provider had answered.");
    this.name = "Stopped";
  }
}

/**
 * The result of `work`, unless the signal aborts first.
 * @throws Stopped when it does; what `work` brings later is ignored.
 */
export async function unlessStopped<T>(work: Promise<T>, stopping: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Stopped());
  });
  if (stopping.aborted) onAbort();
  stopping.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stopping.removeEventListener("abort", onAbort);
  }
}
