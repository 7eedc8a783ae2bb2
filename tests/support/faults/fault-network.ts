import { type ManualClock, pause } from "../sync/manual-clock.ts";
import type { ModelServer, Trouble } from "../sync/model-server.ts";
import { Died, type Life } from "./life.ts";
import type { Activity } from "./mortal-storage.ts";

export const FAULTS = [
  "none",
  /** The request never arrives. */
  "drop-request",
  /** The server processes it, and the reply is lost. */
  "drop-reply",
  /** The request arrives, or its reply, half a minute later. */
  "slow-request",
  "slow-reply",
  /** It arrives twice: at once, or again when everything else has long been done. */
  "duplicate",
  "late-duplicate",
  /** A network's login page answers with 200 instead of the server. */
  "portal",
  "unauthorized",
  "broken",
  /** The server is slow, or crashes, while it works on a claimed call. */
  "slow-provider",
  "dies-after-claim",
  "dies-after-provider",
  /** Another person uses the item's key for their own request, right before it arrives. */
  "same-key",
] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 30_000;
/** How late a copy of a request can arrive, ms. */
export const LATE_MS = 600_000;

/** Holds back the requests and replies of a context while it is frozen. */
export interface Freezer {
  thawed: Promise<void>;
}

/** The network of a device. Each request gets the next fault; then the network works. */
export class FaultNetwork {
  /** The faults for the next requests. */
  faults: Fault[] = [];
  /** While false, nothing gets through. */
  up = true;
  readonly #server: ModelServer;
  readonly #clock: ManualClock;
  readonly #activity: Activity;

  constructor(server: ModelServer, clock: ManualClock, activity: Activity) {
    this.#server = server;
    this.#clock = clock;
    this.#activity = activity;
  }

  /** The network for one context, with a crash point before each request and each reply. */
  fetchOf(life: Life, freezer: Freezer): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      life.pass(`request ${pathname}`);
      await freezer.thawed;
      const delivered = this.#deliver(request, this.#faultFor(pathname));
      const reply = await Promise.race([delivered, cutOff(request.signal), life.ended]);
      await freezer.thawed;
      life.pass(`reply ${pathname}`);
      if (reply === undefined) throw new Died();
      return reply;
    };
  }

  #faultFor(pathname: string): Fault {
    if (!this.up) return "drop-request";
    const fault = this.faults.shift() ?? "none";
    // An auth server refuses a refresh with a different answer, which means that the session was
    // ended; so this fault does not apply to it.
    return fault === "unauthorized" && pathname === "/auth/v1/token" ? "none" : fault;
  }

  async #deliver(request: Request, fault: Fault): Promise<Response> {
    const send = () => this.#send(request.clone(), null);
    switch (fault) {
      case "none":
        return send();
      case "drop-request":
        throw new TypeError("network error");
      case "drop-reply":
        await send();
        throw new TypeError("network error");
      case "slow-request":
        await pause(this.#clock, SLOW_MS);
        return send();
      case "slow-reply": {
        const reply = await send();
        await pause(this.#clock, SLOW_MS);
        return reply;
      }
      case "duplicate":
        await send();
        return send();
      case "late-duplicate":
        this.#clock.after(LATE_MS, () => void send());
        return send();
      case "portal":
        return new Response("<html>Welcome to the hotel</html>");
      case "unauthorized":
        return Response.json({ code: "PGRST301", message: "JWT expired" }, { status: 401 });
      case "broken":
        return Response.json({ error: { code: "internal", message: "broken" } }, { status: 500 });
      case "slow-provider":
      case "dies-after-claim":
      case "dies-after-provider":
        return this.#send(request.clone(), fault);
      case "same-key": {
        const key = request.headers.get("Idempotency-Key");
        if (key !== null) this.#server.claimAsStranger(key);
        return send();
      }
    }
  }

  async #send(request: Request, trouble: Trouble | null): Promise<Response> {
    this.#activity.count += 1;
    try {
      return await this.#server.serve(request, trouble, async (ms) => {
        this.#activity.count -= 1;
        await pause(this.#clock, ms);
        this.#activity.count += 1;
      });
    } finally {
      this.#activity.count -= 1;
    }
  }
}

/** Rejects when the caller aborts. A request that was sent is still delivered. */
function cutOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new DOMException("Cut off", "AbortError"));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
