import type { PrecacheEntry } from "workbox-precaching";

/** Sent once there is a network, also with no tab open: https://wicg.github.io/background-sync/spec/ */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** The browser does not wake the worker again for this, should it fail. */
  readonly lastChance: boolean;
}

/** A service worker's global scope, with what TypeScript's library does not know of it. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  /** The build puts the shell's files here. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  addEventListener(type: "sync", listener: (event: SyncEvent) => void): void;
  addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
    type: K,
    listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
  ): void;
}
