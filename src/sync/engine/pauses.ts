import type { Agent } from "@contracts/agent.ts";
import { AI_NOT_CONFIGURED, RATE_LIMITED } from "@contracts/refusal.ts";
import { type StoredItem, stateOf } from "#mirror/person/outbox/stored-item.ts";
import { isUndoable } from "#mirror/person/outbox/undo.ts";

/** Codes that are about the person or the deployment, not about the one item. */
const PAUSING_CODES: ReadonlySet<string> = new Set([RATE_LIMITED, AI_NOT_CONFIGURED]);

/** Whether a refusal asks for a pause of everything of its kind. */
export function isPausing(code: string): boolean {
  return PAUSING_CODES.has(code);
}

/**
 * Which items keep their time when others are hurried because a network is back: what they wait for
 * is not the network. It says so in every context, whichever was told to pause.
 * @param now epoch ms
 */
export function keepsRetryTime(now: number): (row: StoredItem) => boolean {
  return (row) => isPausing(stateOf(row).reason?.code ?? "") || isUndoable(row, now);
}

/** Agents that the backend asked to leave alone for a while. `ticks` answers ms since some moment. */
export function createPauses(ticks: () => number) {
  const until = new Map<Agent, number>();

  return {
    /** @param wait ms from now */
    pause(agent: Agent, wait: number): void {
      until.set(agent, Math.max(ticks() + wait, until.get(agent) ?? 0));
    },
    /** Null: of an agent that nobody knows. */
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
