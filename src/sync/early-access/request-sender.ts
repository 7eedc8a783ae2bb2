import {
  type NewEarlyAccessRequest,
  newEarlyAccessRequestSchema,
} from "@contracts/new-early-access-request.ts";
import { loadDeployment } from "#backend/deployment.ts";
import { unreachable } from "#backend/outcome.ts";
import { storableRequests } from "#backend/storable-requests.ts";
import {
  addEarlyAccessRequest,
  type RequestOutcome,
} from "#backend/tables/add-early-access-request.ts";
import { deviceStore, type KeptRequest } from "#mirror/device/device-database.ts";
import {
  countWaitingRequests,
  dueRequests,
  earliestDueRequest,
  forgetRequest,
  keepRequest,
  makeRequestsDueNow,
  postponeRequest,
  readKeptRequest,
  refuseRequest,
} from "#mirror/device/kept-requests.ts";
import { observe } from "#mirror/observe.ts";
import { UNREADABLE } from "#mirror/person/outbox/stored-item.ts";
import { backoff, LONGEST_WAIT_MS, waitUntil } from "#platform/backoff.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { EARLY_ACCESS_LOCK } from "#platform/lock-names.ts";
import type { Ports } from "#platform/ports.ts";
import { createDrainLoop } from "../loop/drain-loop.ts";

/**
 * Time limit of one attempt (ms). A request is small: a connection that needs longer is as bad as
 * none.
 */
const TIMEOUT_MS = 15_000;

export type RequestSender = ReturnType<typeof createRequestSender>;

/**
 * Moves visitors' requests for early access from the device to the server. A Web Lock lets one
 * context send at a time. The id is the key on the server, so that a request sent twice is one row.
 */
export function createRequestSender(options: {
  /** Returns an outcome and never throws. */
  send: (request: NewEarlyAccessRequest, signal: AbortSignal) => Promise<RequestOutcome>;
  ports: Ports;
}) {
  const { send, ports } = options;
  const { clock } = ports;
  const loop = createDrainLoop({ ports, drain, nextIn });
  let failures = 0;
  /** Nothing is sent before this moment (ticks), because the server did not answer. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let endWatch = () => {};

  async function attempt(request: NewEarlyAccessRequest): Promise<RequestOutcome> {
    const cut = new AbortController();
    const abort = () => cut.abort();
    const cancelCut = clock.after(TIMEOUT_MS, abort);
    loop.stopped.addEventListener("abort", abort, { once: true });
    try {
      return await send(request, cut.signal);
    } finally {
      cancelCut();
      loop.stopped.removeEventListener("abort", abort);
    }
  }

  /** @returns whether the server answered */
  async function settle(stored: KeptRequest, outcome: RequestOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case "ok":
        await forgetRequest(stored.id);
        return true;
      case "never":
        await refuseRequest(stored.id, { code: outcome.code, message: outcome.message });
        return true;
      case "later": {
        const { code, message, retryAfterMs } = outcome;
        const wait = backoff(stored.attempts + 1, ports.random(), retryAfterMs);
        await postponeRequest(stored, clock.now() + wait, { code, message });
        return outcome.cause !== "network";
      }
    }
  }

  async function drain(): Promise<void> {
    await inTurn(async () => {
      for (const stored of await dueRequests(clock.now(), LONGEST_WAIT_MS)) {
        if (loop.stopped.aborted) return;
        const request = newEarlyAccessRequestSchema.safeParse(stored.lead);
        if (!request.success) {
          await refuseRequest(stored.id, UNREADABLE);
          continue;
        }
        if (await settle(stored, await attempt(request.data))) {
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
    if (loop.stopped.aborted) return;
    try {
      await ports.locks.request(EARLY_ACCESS_LOCK, { signal: loop.stopped }, work);
    } catch (error) {
      if (!loop.stopped.aborted) throw error;
    }
  }

  async function nextIn(): Promise<number | null> {
    const due = await earliestDueRequest();
    if (due === null) return null;
    return Math.max(waitUntil(due, clock.now()), pausedUntil - clock.ticks());
  }

  function resume(): void {
    void loop.persist(makeRequestsDueNow).then(loop.run);
  }

  return {
    /**
     * Stores a request and sends it while the visitor waits. The device keeps it for later only if
     * the server did not answer; a refused request is deleted, because the visitor still has the form
     * open.
     * @throws when the device cannot store it and the server did not answer
     */
    async submit(request: NewEarlyAccessRequest): Promise<RequestOutcome> {
      try {
        // If this tab dies before it has the answer, the next sender sends the request after this
        // time.
        await keepRequest(request, clock.now() + 2 * TIMEOUT_MS);
      } catch (error) {
        // The device cannot store the request: send it while the visitor waits, or not at all.
        const outcome = await attempt(request);
        if (outcome.kind === "later" && outcome.cause === "network") throw error;
        return outcome;
      }
      let outcome: RequestOutcome = unreachable();
      await inTurn(async () => {
        const stored = await readKeptRequest(request.id);
        if (stored === undefined) {
          // Another context has sent it.
          outcome = { kind: "ok", value: null };
        } else if (stored.state === "refused") {
          outcome = {
            kind: "never",
            ...(stored.reason ?? { code: "refused", message: "Refused" }),
          };
          await forgetRequest(request.id);
        } else {
          outcome = await attempt(request);
          if (outcome.kind === "later" && outcome.cause === "network")
            await settle(stored, outcome);
          else await forgetRequest(request.id);
        }
      });
      return outcome;
    },
    /** Starts to send automatically: now, whenever a request becomes due, and on `wake`. */
    start(): void {
      const watch = observe(earliestDueRequest).subscribe((due) => {
        if (due !== null) void loop.schedule();
      });
      endWatch = () => watch.unsubscribe();
      resume();
    },
    /** The network may be back: ends all waits early. */
    wake(): void {
      pausedUntil = Number.NEGATIVE_INFINITY;
      loop.retryNow();
      resume();
    },
    /** Sends the waiting requests once. @returns how many still wait */
    async drainOnce(): Promise<number> {
      await drain();
      return countWaitingRequests();
    },
    stop(): void {
      loop.stop();
      endWatch();
    },
  };
}

/** The sender of this tab or worker. It needs no session and loads no code that needs one. */
export function openRequestSender() {
  return createRequestSender({
    ports: browserPorts,
    async send(request, signal) {
      const deployment = await loadDeployment(deviceStore);
      if (deployment === null) return unreachable("The backend is not known yet");
      const server = {
        url: deployment.supabaseUrl.replace(/\/$/, ""),
        publicKey: deployment.supabaseKey,
        fetch: storableRequests(globalThis.fetch.bind(globalThis)),
      };
      return addEarlyAccessRequest(server, request, signal);
    },
  });
}
