import type { Locks } from "#platform/ports.ts";

interface Request {
  name: string;
  granted: (lock: unknown) => Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * The Web Locks API in memory, with `steal`, `ifAvailable` and `signal`. One instance is one
 * browser: share it among all contexts of a device.
 */
export function createMemoryLocks(): Locks {
  const held = new Map<string, Request>();
  const pending: Request[] = [];

  function grantNext(name: string): void {
    if (held.has(name)) return;
    const index = pending.findIndex((request) => request.name === name);
    const [request] = index < 0 ? [] : pending.splice(index, 1);
    if (request !== undefined) grant(request);
  }

  function grant(request: Request): void {
    held.set(request.name, request);
    const release = () => {
      if (held.get(request.name) !== request) return;
      held.delete(request.name);
      grantNext(request.name);
    };
    Promise.resolve()
      .then(() => request.granted({ name: request.name }))
      .then(request.resolve, request.reject)
      .finally(release);
  }

  return {
    request(name, options, granted) {
      return new Promise((resolve, reject) => {
        const request: Request = { name, granted, resolve, reject };
        if (options.steal === true) {
          held.get(name)?.reject(new DOMException("The lock was stolen", "AbortError"));
          grant(request);
          return;
        }
        if (options.ifAvailable === true && held.has(name)) {
          Promise.resolve(granted(null)).then(resolve, reject);
          return;
        }
        pending.push(request);
        options.signal?.addEventListener("abort", () => {
          const index = pending.indexOf(request);
          if (index < 0) return;
          pending.splice(index, 1);
          reject(new DOMException("The request was withdrawn", "AbortError"));
        });
        grantNext(name);
      });
    },
    async query() {
      return {
        held: [...held.keys()].map((name) => ({ name })),
        pending: pending.map(({ name }) => ({ name })),
      };
    },
  };
}
