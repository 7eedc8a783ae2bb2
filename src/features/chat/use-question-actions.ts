import type { QueueItem } from "@contracts/queue-item.ts";
import { useMemo } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { discardIdleItem, discardItem, retryItem } from "#mirror/person/outbox/outbox.ts";
import { askAsText } from "#outbox/questions.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useSync } from "#sync/sync-context.tsx";
import { showError, showStatus } from "#ui/toast.ts";

export type QuestionActions = ReturnType<typeof useQuestionActions>;

/**
 * The actions for questions that have no answer yet.
 * @param leaveFocus called when the focused element is about to disappear; must not change
 * @param takenBack called with the text of a withdrawn question, or null if it was spoken; must not
 * change
 */
export function useQuestionActions(
  leaveFocus: () => void,
  takenBack: (text: string | null) => void,
) {
  const db = useMirror();
  const sync = useSync();
  return useMemo(() => {
    async function withdraw(item: QueueItem): Promise<void> {
      if (await discardIdleItem(db, item.id)) {
        takenBack(item.payload.kind === "question" ? item.payload.text : null);
      } else {
        showStatus("Not withdrawn", "This question is being sent already.");
      }
    }
    async function reword({ id, payload }: QueueItem, text: string): Promise<void> {
      if (payload.kind !== "question") return;
      const { agent, conversation, about, jobId } = payload;
      leaveFocus();
      const question = { agent, conversation, about, text, jobId };
      const isDone = await askAsText(db, browserPorts, id, question);
      if (!isDone) showStatus("Not changed", "This question is being sent already.");
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
    function run(action: Promise<void>): void {
      action.catch(() => showError("Error", "This device could not do that. Try again."));
    }
    return {
      /** Takes a question back; its text returns to the box. */
      withdraw: (item: QueueItem) => run(withdraw(item)),
      /** Asks a spoken question in corrected words; its recording is deleted. */
      reword: (item: QueueItem, text: string) => run(reword(item, text)),
      retry: (item: QueueItem) => run(retry(item)),
      discard: (item: QueueItem) => run(discard(item)),
    };
  }, [db, sync, leaveFocus, takenBack]);
}
