/**
 * The engine's dependencies on its environment. They are passed in, so that tests can control time,
 * randomness and locks and run the same engine that people use.
 */
export interface Ports {
  clock: Clock;
  /** Uniform in [0, 1). */
  random(): number;
  /** A new UUIDv7, greater than every earlier one from this context. */
  newId(): string;
  locks: Locks;
}

export interface Clock {
  /** Epoch ms by the device's clock, which a person or the network can set at any moment. */
  now(): number;
  /** Ms since an arbitrary moment in this context's life, independent of the device's clock. */
  ticks(): number;
  /** Calls `callback` once after `ms`. @returns a function that cancels it */
  after(ms: number, callback: () => void): () => void;
}

/** The part of the Web Locks API that the engine needs; a browser's `navigator.locks` fits. */
export interface Locks {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean; ifAvailable?: boolean },
    granted: (lock: unknown) => Promise<void>,
  ): Promise<void>;
  query(): Promise<{ held?: { name?: string }[]; pending?: { name?: string }[] }>;
}
