/** The outside services that a function uses; tests pass their own. */
export interface Ports {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  clock: Clock;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** A signal that aborts when the time is up. */
  timeout: (milliseconds: number) => AbortSignal;
}

export const systemPorts: Ports = {
  fetch: (url, init) => fetch(url, init),
  clock: {
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  },
};
