import type { ItemPayload } from "@contracts/queue-item.ts";

type Kind = ItemPayload["kind"];

/** Kinds of items that the backend asked to leave alone for a while. */
export function createPauses(now: () => number) {
  const until = new Map<Kind, number>();

  return {
    pause(kind: Kind, end: number): void {
      until.set(kind, Math.max(end, until.get(kind) ?? 0));
    },
    isPaused: (kind: Kind): boolean => (until.get(kind) ?? 0) > now(),
    /** When the first pause ends (epoch ms); 0 when nothing is paused. */
    firstEnd(): number {
      const ends = [...until.values()].filter((end) => end > now());
      return ends.length === 0 ? 0 : Math.min(...ends);
    },
    clear: (): void => until.clear(),
  };
}

export type Pauses = ReturnType<typeof createPauses>;
