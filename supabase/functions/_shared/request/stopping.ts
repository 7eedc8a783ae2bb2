/**
 * The event that tells the functions of a process that it ends soon, and that calls which wait for
 * the provider are to give up. The embedded backend dispatches it. A hosted project has no need of
 * it: there a worker that is retired finishes its calls.
 */
export const STOPPING_EVENT = "field-agents-stopping";

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
