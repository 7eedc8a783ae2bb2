import { AsyncLocalStorage } from "node:async_hooks";

const waiting = new AsyncLocalStorage<AbortSignal>();

/** Runs `work` for a client; `signal` aborts when that client disconnects. */
export function whileClientWaits<T>(signal: AbortSignal, work: () => T): T {
  return waiting.run(signal, work);
}

/** The signal of the client whose request is served now; undefined for the server's own work. */
export function clientSignal(): AbortSignal | undefined {
  return waiting.getStore();
}
