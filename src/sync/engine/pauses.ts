import type { Agent } from "@contracts/agent.ts";
import { AI_NOT_CONFIGURED, RATE_LIMITED } from "@contracts/refusal-code.ts";
import { isUndoable, readState, type StoredItem } from "#mirror/person/outbox/stored-item.ts";

/** Codes that concern the person or the deployment, not a single item. */
const PAUSING_CODES: ReadonlySet<string> = new Set([RATE_LIMITED, AI_NOT_CONFIGURED]);

/** Whether a refusal with this code pauses all items of the agent. */
export const isPausing = (code: string) => PAUSING_CODES.has(code);

/**
 * Which items keep their retry time when a returning network makes other items due at once: those
 * that do not wait for the network. It reads the stored rows, so that it holds in every context,
 * not only in the one that got the refusal.
 * @param now epoch ms
 */
export const keepsRetryTime =
  (now: number): ((row: StoredItem) => boolean) =>
  (row) =>
    isPausing(readState(row).reason?.code ?? "") || isUndoable(row, now);

/**
 * Agents that the backend asked us not to call for a while. `ticks` returns ms since an arbitrary
 * moment.
 */
export function createPauses(ticks: () => number) {
  const until = new Map<Agent, number>();

  return {
    /** @param wait ms from now */
    pause(agent: Agent, wait: number): void {
      until.set(agent, Math.max(ticks() + wait, until.get(agent) ?? 0));
    },
    /** Whether any agent is paused. */
    isAny: (): boolean => [...until.values()].some((end) => end > ticks()),
    /** `agent` is null for an item whose agent cannot be read. */
    isPaused: (agent: Agent | null): boolean => agent !== null && (until.get(agent) ?? 0) > ticks(),
    /** How long until the first pause ends (ms); null when nothing is paused. */
    firstEndsIn(): number | null {
      const waits = [...until.values()].map((end) => end - ticks()).filter((wait) => wait > 0);
      return waits.length === 0 ? null : Math.min(...waits);
    },
    clear: (): void => until.clear(),
  };
}

export type Pauses = ReturnType<typeof createPauses>;
