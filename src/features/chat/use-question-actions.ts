import type { QueueItem } from "@contracts/queue-item.ts";
import { useMemo } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { discardItem, retryItem } from "#mirror/person/outbox/outbox.ts";
import { withdrawQuestion } from "#outbox/questions.ts";
import { useSync } from "#sync/sync-context.tsx";
import { showError, showStatus } from "#ui/toast.ts";

/** What can be done with a question that was not answered yet. */
export interface QuestionActions {
  /** Takes a question back; its text returns to the box. */
  withdraw: (item: QueueItem) => void;
  retry: (item: QueueItem) => void;
  discard: (item: QueueItem) => void;
}

/**
 * What can be done with questions that were not answered yet.
 * @param leaveFocus called when what had the keyboard's focus goes away; must not change
 * @param takenBack called with the text of a question that was withdrawn, null of a spoken one;
 * must not change
 */
export function useQuestionActions(
  leaveFocus: () => void,
  takenBack: (text: string | null) => void,
): QuestionActions {
  const db = useMirror();
  const sync = useSync();
  return useMemo(() => {
    async function withdraw(item: QueueItem): Promise<void> {
      if (await withdrawQuestion(db, item.id)) {
        takenBack(item.payload.kind === "question" ? item.payload.text : null);
      } else {
        showStatus("Not withdrawn", "This question is being sent already.");
      }
    }
    async function retry(item: QueueItem): Promise<void> {
      leaveFocus();
      await retryItem(db, item.id);
      sync?.retry();
    }
    async function discard(item: QueueItem): Promise<void> {
      leaveFocus();
      await discardItem(db, item.id);
    }
    function failed(): void {
      showError("Error", "This device could not do that. Try again.");
    }
    return {
      withdraw: (item) => void withdraw(item).catch(failed),
      retry: (item) => void retry(item).catch(failed),
      discard: (item) => void discard(item).catch(failed),
    };
  }, [db, sync, leaveFocus, takenBack]);
}
