import type { QueueItem } from "@contracts/queue-item.ts";
import { useEffect, useRef } from "react";
import { NOTHING_SAID } from "#mirror/person/recordings/nothing-said.ts";
import { reasonWords } from "#ui/reason-words.ts";
import { showError } from "#ui/toast.ts";

/**
 * Shows one toast for each question that is refused while the page is open. Questions refused
 * earlier show the reason below them.
 */
export function useRefusalToasts(items: readonly QueueItem[] | undefined): void {
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (items === undefined) return;
    const refused = items.filter(({ state }) => state === "needs-attention");
    for (const item of refused) {
      if (told.current === null || told.current.has(item.id)) continue;
      const spokenInVain = item.reason?.code === NOTHING_SAID;
      showError(
        spokenInVain ? "Error" : "Query Error",
        reasonWords(item) ?? "The server refused it.",
      );
    }
    told.current = new Set(refused.map(({ id }) => id));
  }, [items]);
}
