type Fetch = typeof globalThis.fetch;

/** Requests that can all be aborted at once. */
export interface EndingRequests {
  fetch: Fetch;
  /** Aborts all unanswered requests; later requests are sent as before. */
  giveUp(): void;
}

/**
 * Wraps the fetch that sends a signed-in person's requests. At sign-out the unanswered ones are
 * aborted: the app does not use their answers, and the backend would refuse them with 401.
 */
export function openEndingRequests(fetch: Fetch): EndingRequests {
  let ending = new AbortController();
  return {
    // A request with its own signal is aborted by the code that made it.
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? ending.signal }),
    giveUp() {
      ending.abort();
      ending = new AbortController();
    },
  };
}
