import type { FunctionCall } from "../contracts/function-call.ts";
import { STOPPING_EVENT } from "./stopping.ts";

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
