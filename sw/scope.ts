import type { PrecacheEntry } from "workbox-precaching";

/** Sent when there is a network, with or without a tab: https://wicg.github.io/background-sync/ */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** True when the browser will not wake the worker again if this attempt fails. */
  readonly lastChance: boolean;
}

/** A service worker's global scope, with the parts that TypeScript's library lacks. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  /** The build inserts the list of the shell's files here. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  addEventListener(type: "sync", listener: (event: SyncEvent) => void): void;
  addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
    type: K,
    listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
  ): void;
}
