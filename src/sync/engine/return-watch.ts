import type { Clock } from "#platform/ports.ts";
import type { Connectivity } from "./connectivity.ts";

/**
 * Probes a backend that is down until it answers, as often as its backoff allows. A drain does so
 * only while something waits to be sent: a page with nothing to send would stay offline until the
 * browser reports a network, which it does not do when only the server or the line behind the
 * router was gone.
 * @param options.isSeen whether somebody looks at the page; once somebody does again, the caller
 *   calls `look`
 */
export function watchForReturn(options: {
  connectivity: Pick<Connectivity, "state" | "probeIn" | "ensureUp" | "subscribe">;
  clock: Clock;
  isSeen: () => boolean;
}): { look(): void; stop(): void } {
  const { connectivity, clock, isSeen } = options;
  let isOver = false;
  let cancel = () => {};

  function look(): void {
    cancel();
    if (isOver || connectivity.state() !== "down" || !isSeen()) return;
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
