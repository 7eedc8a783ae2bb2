import { createStore } from "zustand/vanilla";
import { backoff } from "#platform/backoff.ts";
import type { Clock } from "#platform/ports.ts";
import { joining } from "#platform/serialize.ts";

export type ConnectionState = "unknown" | "up" | "down";

/** A backend that answered within this time (ms) is not probed again. */
const FRESH_MS = 15_000;

export type Connectivity = ReturnType<typeof createConnectivity>;

/**
 * Whether the backend can be reached. Only its answers count, never `navigator.onLine`, which is
 * true behind a hotel's login page and in a basement with a router.
 */
export function createConnectivity(options: {
  probe: () => Promise<boolean>;
  clock: Clock;
  random: () => number;
}) {
  const { clock } = options;
  const state = createStore<ConnectionState>(() => "unknown");
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let nextProbeAt = Number.NEGATIVE_INFINITY;
  let isExpected = false;

  function reportUp(): void {
    lastAnswerAt = clock.ticks();
    failures = 0;
    nextProbeAt = Number.NEGATIVE_INFINITY;
    state.setState("up");
  }

  const answeredLately = () => clock.ticks() - lastAnswerAt < FRESH_MS;

  const ask = joining(async (): Promise<boolean> => {
    const answeredBefore = lastAnswerAt;
    if (await options.probe()) {
      reportUp();
      return true;
    }
    // A call beside the probe was answered meanwhile.
    if (lastAnswerAt > answeredBefore) return true;
    failures += 1;
    nextProbeAt = clock.ticks() + backoff(failures, options.random(), null);
    state.setState("down");
    return false;
  });

  return {
    state: state.getState,
    /** Whether the backend answered so lately that it need not be probed. */
    answeredLately,
    /** Notes that the backend answered. */
    reportUp,
    /**
     * A request got no answer: the next `ensureUp` probes first. The state is not "down" yet,
     * because one request that always fails (for example one that is too large for a proxy) does
     * not mean that the network is gone.
     */
    invalidate(): void {
      lastAnswerAt = Number.NEGATIVE_INFINITY;
    },

    /**
     * Whether the backend can be reached. Probes it when that is unknown, but no sooner than the
     * backoff allows.
     */
    async ensureUp(): Promise<boolean> {
      if (answeredLately()) return true;
      if (clock.ticks() < nextProbeAt) return false;
      return ask();
    },

    /**
     * The device reports that its network is back: the first calls may go beside the probe instead of
     * waiting a round trip for it.
     */
    expectUp(): void {
      isExpected = true;
    },

    /** Whether `expectUp` was called, and no answer has come since. Only the first caller gets true. */
    takeExpectation(): boolean {
      const wasExpected = isExpected && !answeredLately();
      isExpected = false;
      return wasExpected;
    },

    /** The network may be back: the next `ensureUp` probes at once. */
    checkNow(): void {
      failures = 0;
      nextProbeAt = Number.NEGATIVE_INFINITY;
      lastAnswerAt = Number.NEGATIVE_INFINITY;
    },

    /** How long until the backend may be probed again (ms, 0 = now). */
    probeIn: () => Math.max(0, nextProbeAt - clock.ticks()),

    /** Calls a listener with the state at every change. @returns a function that stops it */
    subscribe: state.subscribe,
  };
}

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
