import { setTimeout as after } from "node:timers/promises";
import type { Page } from "playwright";
import type { CuttableNetwork } from "../cuttable-network.ts";
import type { KillPlan, Moment } from "./kill-plan.ts";
import { syncStatus } from "./voice-pages.ts";

const FUNCTIONS = /^\/functions\/v1\//;
const ROWS = /^\/rest\/v1\/(agent_logs|label_agent_conversations|ask_agent_conversations)\b/;

/**
 * How long to wait for a moment that does not come, because everything was sent already, in
 * milliseconds.
 */
const MISSED_MS = 2000;

/** The progress of giving the items. */
export interface Giving {
  recording: Promise<unknown>;
  handingIn: Promise<unknown>;
  /** Resolves when every item was given and promised. */
  done: Promise<void>;
}

/** Waits for the moment at which to kill the browser. */
export async function untilMoment(
  moment: Moment,
  plan: KillPlan,
  network: CuttableNetwork,
  page: Page,
  giving: Giving,
): Promise<void> {
  switch (moment) {
    case "capturing":
      await giving.recording;
      break;
    case "saving":
      await giving.handingIn;
      break;
    case "sending":
    case "replied": {
      const wanted = moment === "sending" ? FUNCTIONS : ROWS;
      const missed = giving.done.then(() => after(MISSED_MS));
      await Promise.race([untilPassing(network, wanted, plan), missed]);
      break;
    }
    case "arrived":
      await giving.done;
      await syncStatus(page, "Everything sent").waitFor();
      break;
    case "offline":
      await giving.done;
      break;
  }
  await after(plan.delayMs);
}

/** Waits for a moment at which the queue is being sent, after a start. */
export async function untilDraining(network: CuttableNetwork, plan: KillPlan): Promise<void> {
  const passing = untilPassing(network, /^\/(functions|rest)\/v1\//, plan);
  await Promise.race([passing, after(MISSED_MS)]);
  await after(plan.delayMs);
}

/**
 * Resolves when the planned POST passes; the replies to all matching POSTs are treated as planned.
 */
function untilPassing(network: CuttableNetwork, wanted: RegExp, plan: KillPlan): Promise<void> {
  const { replies, request } = plan;
  let seen = 0;
  return new Promise((resolve) => {
    network.passage = (method, path) => {
      if (method !== "POST" || !wanted.test(path)) return "pass";
      seen += 1;
      if (seen === request) resolve();
      return replies === "held" ? "pass" : replies;
    };
  });
}
