import type { Agent } from "@contracts/agent.ts";
import type { QueueItem } from "@contracts/queue-item.ts";

/** Codes that are about the person or the deployment, not about the one item. */
const PAUSING_CODES = new Set(["rate_limited", "ai_not_configured"]);

/** Whether a refusal asks for a pause of everything of its kind. */
export function isPausing(code: string): boolean {
  return PAUSING_CODES.has(code);
}

/**
 * Whether an item keeps its time when others are hurried because a network is back: what it waits
 * for is not the network. It says so in every context, whichever was told to pause.
 */
export function keepsItsTime({ reason }: QueueItem): boolean {
  return reason !== null && isPausing(reason.code);
}

/** Agents that the backend asked to leave alone for a while. */
export function createPauses(now: () => number) {
  const until = new Map<Agent, number>();

  return {
    pause(agent: Agent, end: number): void {
      until.set(agent, Math.max(end, until.get(agent) ?? 0));
    },
    isPaused: (agent: Agent): boolean => (until.get(agent) ?? 0) > now(),
    /** When the first pause ends (epoch ms); null when nothing is paused. */
    firstEnd(): number | null {
      const ends = [...until.values()].filter((end) => end > now());
      return ends.length === 0 ? null : Math.min(...ends);
    },
    clear: (): void => until.clear(),
  };
}

export type Pauses = ReturnType<typeof createPauses>;
