import type { ManualClock } from "../sync/manual-clock.ts";
import type { ModelServer } from "../sync/model-server.ts";
import { Died, type Life } from "./life.ts";
import type { Activity } from "./mortal-storage.ts";

/** What the network does to one request. */
export const FAULTS = [
  "none",
  /** It never arrives. */
  "drop-request",
  /** The server does it, and nobody hears of it. */
  "drop-reply",
  /** It arrives, or is answered, half a minute later. */
  "slow-request",
  "slow-reply",
  /** It arrives twice: at once, or again when everything else is long done. */
  "duplicate",
  "late-duplicate",
  /** A network's login page answers 200 in its place. */
  "portal",
  "unauthorized",
  "broken",
] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 30_000;
/** How late a copy of a request can arrive. */
export const LATE_MS = 600_000;

/** Holds everything a context says or hears while it is frozen. */
export interface Freezer {
  thawed: Promise<void>;
}

/** The one network of a device. Faults are dealt in the order of the requests; then it works. */
export class FaultNetwork {
  /** Still to be dealt. */
  faults: Fault[] = [];
  /** From then on (false) nothing gets through at all. */
  up = true;
  readonly #server: ModelServer;
  readonly #clock: ManualClock;
  readonly #activity: Activity;

  constructor(server: ModelServer, clock: ManualClock, activity: Activity) {
    this.#server = server;
    this.#clock = clock;
    this.#activity = activity;
  }

  /** The network as one context has it, with a crash point before each request and each reply. */
  fetchOf(life: Life, freezer: Freezer): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      life.pass(`request ${pathname}`);
      await freezer.thawed;
      const reply = await this.#deliver(request, this.#faultFor(pathname, request.method), life);
      await freezer.thawed;
      life.pass(`reply ${pathname}`);
      return reply;
    };
  }

  #faultFor(pathname: string, method: string): Fault {
    // auth-js and postgrest-js repeat these by themselves, with pauses in real time.
    if (pathname === "/auth/v1/token") return "none";
    if (!this.up) return "drop-request";
    if (method === "GET" && pathname.startsWith("/rest/")) return "none";
    return this.faults.shift() ?? "none";
  }

  async #deliver(request: Request, fault: Fault, life: Life): Promise<Response> {
    const send = () => this.#send(request.clone());
    switch (fault) {
      case "none":
        return send();
      case "drop-request":
        throw new TypeError("network error");
      case "drop-reply":
        await send();
        throw new TypeError("network error");
      case "slow-request":
        await this.#pause(SLOW_MS, request.signal, life);
        return send();
      case "slow-reply": {
        const reply = await send();
        await this.#pause(SLOW_MS, request.signal, life);
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
    }
  }

  async #send(request: Request): Promise<Response> {
    this.#activity.count += 1;
    try {
      return await this.#server.fetch(request);
    } finally {
      this.#activity.count -= 1;
    }
  }

  #pause(ms: number, signal: AbortSignal, life: Life): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#clock.after(ms, resolve);
      signal.addEventListener("abort", () => reject(new DOMException("Cut off", "AbortError")));
      life.onDeath(() => reject(new Died()));
    });
  }
}
