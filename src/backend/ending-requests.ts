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
 * Wraps the fetch that sends a signed-in person's requests. A request that is not answered in time
 * is aborted: a network that swallows packets reports nothing, and the page would wait for ever. At
 * sign-out all unanswered ones are aborted: the app does not use their answers, and the backend
 * would refuse them with 401.
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
