type Fetch = typeof globalThis.fetch;

/** How long a request may stay without any answer (ms), unless its caller has a signal for it. */
export const PATIENCE_MS = 60_000;

/** Requests that end also when the server never answers. */
export interface EndingRequests {
  fetch: Fetch;
  /** Aborts all unanswered requests; later requests are sent as before. */
  giveUp(): void;
}

/**
 * Wraps a fetch. A request that is not answered in time is aborted: a network that loses all packets
 * reports nothing, and the page would wait for ever. `giveUp` is for the sign-out: the app does not
 * use the answers that are still missing, and the backend would refuse those requests with 401.
 */
export function openEndingRequests(fetch: Fetch): EndingRequests {
  const unanswered = new Set<AbortController>();
  return {
    async fetch(input, init) {
      // A request with its own signal is aborted by the code that made it.
      if (init?.signal) return fetch(input, init);
      const request = new AbortController();
      const timer = setTimeout(() => request.abort(), PATIENCE_MS);
      unanswered.add(request);
      try {
        return await fetch(input, { ...init, signal: request.signal });
      } finally {
        clearTimeout(timer);
        unanswered.delete(request);
      }
    },
    giveUp() {
      for (const request of unanswered) request.abort();
    },
  };
}
