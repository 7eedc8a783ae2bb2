import type { NewLead } from "@contracts/early-access.ts";
import { unreachable } from "#backend/outcome.ts";
import type { LeadOutcome } from "#backend/tables/leads.ts";
import type { KeptLead } from "#mirror/device/device-database.ts";
import {
  countWaitingLeads,
  dueLeads,
  earliestDueLead,
  forgetLead,
  keepLead,
  makeLeadsDueNow,
  postponeLead,
  readLead,
  refuseLead,
  watchLeads,
} from "#mirror/device/leads.ts";
import { backoff, LONGEST_WAIT_MS, waitUntil } from "#platform/backoff.ts";
import { LEADS_LOCK } from "#platform/lock-names.ts";
import { createNotifier } from "#platform/notifier.ts";
import type { Ports } from "#platform/ports.ts";
import { untilDone } from "../engine/until-done.ts";

/** A request is small: a line that takes longer is as good as none. */
const TIMEOUT_MS = 15_000;

/**
 * Moves visitors' requests for early access from the device to the server. One context sends at a
 * time, by a Web Lock; the id is the server's key, so that one sent twice is one row.
 */
export interface LeadSender {
  /**
   * Keeps a request and sends it while its visitor waits. Only where the server gave no word it is
   * kept for later; what the server refused is its visitor's again, who is still in the form.
   * @throws when the device cannot keep it and the server gave no word
   */
  submit(lead: NewLead): Promise<LeadOutcome>;
  /** Begins to send by itself: now, whenever something becomes due, and when told to wake. */
  start(): void;
  /** The network may be back: cuts waits short. */
  wake(): void;
  /** Sends once what waits. @returns how many still wait */
  drainOnce(): Promise<number>;
  stop(): void;
}

export function createLeadSender(options: {
  /** Answers an outcome and never throws. */
  send: (lead: NewLead, signal: AbortSignal) => Promise<LeadOutcome>;
  ports: Ports;
}): LeadSender {
  const { send, ports } = options;
  const { clock } = ports;
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let failures = 0;
  /** Until then (ticks) nothing is sent: the server gave no word. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const awake = createNotifier();
  let cancelTimer = () => {};
  let endWatch = () => {};

  async function attempt(lead: NewLead): Promise<LeadOutcome> {
    const cut = new AbortController();
    const abort = () => cut.abort();
    const cancelCut = clock.after(TIMEOUT_MS, abort);
    stopped.signal.addEventListener("abort", abort, { once: true });
    try {
      return await send(lead, cut.signal);
    } finally {
      cancelCut();
      stopped.signal.removeEventListener("abort", abort);
    }
  }

  /** @returns whether the server gave a word */
  async function settle(kept: KeptLead, outcome: LeadOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case "ok":
        await forgetLead(kept.id);
        return true;
      case "never":
        await refuseLead(kept.id, { code: outcome.code, message: outcome.message });
        return true;
      case "later": {
        const { code, message, retryAfterMs } = outcome;
        const wait = backoff(kept.attempts + 1, ports.random(), retryAfterMs);
        await postponeLead(kept, clock.now() + wait, { code, message });
        return outcome.cause !== "network";
      }
    }
  }

  async function drain(): Promise<void> {
    await inTurn(async () => {
      for (const kept of await dueLeads(clock.now(), LONGEST_WAIT_MS)) {
        if (stopped.signal.aborted) return;
        if (await settle(kept, await attempt(kept.lead))) {
          failures = 0;
          pausedUntil = Number.NEGATIVE_INFINITY;
          continue;
        }
        failures += 1;
        pausedUntil = clock.ticks() + backoff(failures, ports.random(), null);
        return;
      }
    });
  }

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (stopped.signal.aborted) return;
    try {
      await ports.locks.request(LEADS_LOCK, { signal: stopped.signal }, work);
    } catch (error) {
      if (!stopped.signal.aborted) throw error;
    }
  }

  function run(): void {
    if (running !== null || stopped.signal.aborted) return;
    cancelTimer();
    running = persist(drain).then(() => {
      running = null;
      void schedule();
    });
  }

  function persist<T>(work: () => Promise<T>): Promise<T | undefined> {
    return untilDone(ports, stopped.signal, awake, work);
  }

  async function schedule(): Promise<void> {
    if (running !== null || stopped.signal.aborted) return;
    const due = (await persist(earliestDueLead)) ?? null;
    if (due === null || running !== null || stopped.signal.aborted) return;
    const wait = Math.max(waitUntil(due, clock.now()), pausedUntil - clock.ticks());
    cancelTimer();
    if (wait <= 0) run();
    else cancelTimer = clock.after(wait, run);
  }

  return {
    async submit(lead) {
      try {
        // Should this tab die meanwhile, the next sender takes it up.
        await keepLead(lead, clock.now() + 2 * TIMEOUT_MS);
      } catch (error) {
        // A device that keeps nothing: it goes out while its visitor waits, or not at all.
        const outcome = await attempt(lead);
        if (outcome.kind === "later" && outcome.cause === "network") throw error;
        return outcome;
      }
      let outcome: LeadOutcome = unreachable();
      await inTurn(async () => {
        const kept = await readLead(lead.id);
        if (kept === undefined) {
          // Another context was quicker.
          outcome = { kind: "ok", value: null };
        } else if (kept.state === "refused") {
          outcome = { kind: "never", ...(kept.reason ?? { code: "refused", message: "Refused" }) };
          await forgetLead(lead.id);
        } else {
          outcome = await attempt(lead);
          if (outcome.kind === "later" && outcome.cause === "network") await settle(kept, outcome);
          else await forgetLead(lead.id);
        }
      });
      return outcome;
    },
    start() {
      endWatch = watchLeads(earliestDueLead, (due) => {
        if (due !== null) void schedule();
      });
      void persist(makeLeadsDueNow).then(run);
    },
    wake() {
      pausedUntil = Number.NEGATIVE_INFINITY;
      awake.notify();
      void persist(makeLeadsDueNow).then(run);
    },
    async drainOnce() {
      await drain();
      return countWaitingLeads();
    },
    stop() {
      stopped.abort();
      cancelTimer();
      awake.notify();
      endWatch();
    },
  };
}
