import type { Clock } from "#platform/ports.ts";
import type { Connectivity } from "./connectivity.ts";

/**
 * Probes a backend that is down until it answers, as often as its backoff allows. A drain does so
 * only while something waits to be sent: a page with nothing to send would stay offline until the
 * browser reports a network, which it does not do when only the server or the line behind the
 * router was gone.
 * @param options.isVisible whether the page is visible; the caller calls `look` when it becomes so
 */
export function watchForReturn(options: {
  connectivity: Pick<Connectivity, "state" | "probeIn" | "ensureUp" | "subscribe">;
  clock: Clock;
  isVisible: () => boolean;
}): { look(): void; stop(): void } {
  const { connectivity, clock, isVisible } = options;
  let isOver = false;
  let cancel = () => {};

  function look(): void {
    cancel();
    if (isOver || connectivity.state() !== "down" || !isVisible()) return;
    cancel = clock.after(connectivity.probeIn(), () => void connectivity.ensureUp().then(look));
  }

  const unsubscribe = connectivity.subscribe(look);
  return {
    look,
    stop() {
      isOver = true;
      cancel();
      unsubscribe();
    },
  };
}
