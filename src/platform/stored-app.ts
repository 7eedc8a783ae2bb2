import { create } from "zustand";
import { whenVisible } from "./page-visibility.ts";
import { joining } from "./serialize.ts";
import { READINESS_QUESTION, type ReadinessReply } from "./worker-messages.ts";

/** How much of the app itself is stored on this device for use without a signal. */
export type StoredApp =
  /** Not asked yet. */
  | { kind: "unknown" }
  /** The browser or its settings do not allow service workers. */
  | { kind: "unsupported" }
  | { kind: "storing"; stored: number; wanted: number }
  /** All of it is stored, and the service worker controls this tab. */
  | { kind: "stored" };

export const useStoredApp = create<StoredApp>(() => ({ kind: "unknown" }));

/** The state before the service worker has reported how much there is to store. */
export const NOTHING_STORED: StoredApp = { kind: "storing", stored: 0, wanted: 0 };

const LOOK_EVERY_MS = 500;
const REPLY_WITHIN_MS = 3000;

/** Asks how much is stored until everything is, and again whenever the tab becomes visible. */
export function followStoredApp(registration: ServiceWorkerRegistration): void {
  const lookUntilStored = joining(async (): Promise<void> => {
    while (document.visibilityState === "visible") {
      const status = await look(registration);
      // The install failed; the code that registered the worker tries again.
      if (status === null) return;
      useStoredApp.setState(status, true);
      if (status.kind === "stored") return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
  whenVisible(() => void lookUntilStored());
  void lookUntilStored();
}

/** Asks the worker once; null when there is no worker. */
async function look(registration: ServiceWorkerRegistration): Promise<StoredApp | null> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker === null) return null;
  const reply = await ask(worker);
  const { serviceWorker } = navigator;
  const serves = worker.state === "activated" && serviceWorker.controller !== null;
  if (reply !== null && reply.stored === reply.wanted && serves) return { kind: "stored" };
  const before = useStoredApp.getState();
  // The worker was too busy to answer: keep the previous state.
  if (reply === null) return before.kind === "storing" ? before : NOTHING_STORED;
  return { kind: "storing", ...reply };
}

function ask(worker: ServiceWorker): Promise<ReadinessReply | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    function end(reply: ReadinessReply | null): void {
      clearTimeout(timer);
      port1.close();
      resolve(reply);
    }
    const timer = setTimeout(() => end(null), REPLY_WITHIN_MS);
    port1.onmessage = ({ data }: MessageEvent<ReadinessReply>) => end(data);
    worker.postMessage({ type: READINESS_QUESTION }, [port2]);
  });
}
