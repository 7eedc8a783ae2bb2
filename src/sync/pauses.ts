import type { Agent } from "@contracts/agent.ts";

/** Agents that the backend asked to leave alone for a while. */
export function createPauses(now: () => number) {
  const until = new Map<Agent, number>();

  return {
    pause(agent: Agent, end: number): void {
      until.set(agent, Math.max(end, until.get(agent) ?? 0));
    },
    isPaused: (agent: Agent): boolean => (until.get(agent) ?? 0) > now(),
    /** When the first pause ends (epoch ms); 0 when nothing is paused. */
    firstEnd(): number {
      const ends = [...until.values()].filter((end) => end > now());
      return ends.length === 0 ? 0 : Math.min(...ends);
    },
    clear: (): void => until.clear(),
  };
}

export type Pauses = ReturnType<typeof createPauses>;
