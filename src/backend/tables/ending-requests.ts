type Fetch = typeof globalThis.fetch;

/** Requests that can all be given up at once. */
export interface EndingRequests {
  fetch: Fetch;
  /** Gives up what has no answer yet; later requests leave as before. */
  giveUp(): void;
}

/**
 * Requests in the name of who is signed in. After a sign-out nobody needs their answers, and the
 * backend would refuse them.
 */
export function openEndingRequests(fetch: Fetch): EndingRequests {
  let ending = new AbortController();
  return {
    // One that has a signal of its own is ended by whoever made it.
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? ending.signal }),
    giveUp() {
      ending.abort();
      ending = new AbortController();
    },
  };
}
