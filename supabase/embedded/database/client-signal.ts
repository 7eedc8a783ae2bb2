import { AsyncLocalStorage } from "node:async_hooks";

const waiting = new AsyncLocalStorage<AbortSignal>();

/** Does `work` for a client; `signal` aborts when that client goes away. */
export function whileClientWaits<T>(signal: AbortSignal, work: () => T): T {
  return waiting.run(signal, work);
}

/** Of the client for whom the present work is done; none where the server works for itself. */
export function clientSignal(): AbortSignal | undefined {
  return waiting.getStore();
}
