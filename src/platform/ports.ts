/**
 * What the engine takes from the world around it. Everything is handed in, so that tests can own
 * time, chance and locks and drive the very engine that people use.
 */
export interface Ports {
  clock: Clock;
  /** Uniform in [0, 1). */
  random(): number;
  /** A fresh UUIDv7, greater than every one before it from this context. */
  newId(): string;
  locks: Locks;
}

export interface Clock {
  /** Epoch ms, as the device's clock is set: a person or the network can set it at any moment. */
  now(): number;
  /** Ms since some moment in this context's life, whatever the device's clock is set to. */
  ticks(): number;
  /** Calls back once after `ms`. @returns a function that cancels it */
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
