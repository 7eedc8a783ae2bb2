import { useMirror } from "#mirror/mirror-context.tsx";
import { discardItem } from "#mirror/person/outbox/outbox.ts";
import { DiscardQuestion } from "./discard-question.tsx";

/** Discards an item that waits, after asking once more. */
export function DiscardButton(props: { id: string; leaveFocus: () => void }) {
  const db = useMirror();
  return (
    <DiscardQuestion
      question="Discard this? It was not sent. This cannot be undone."
      leaveFocus={props.leaveFocus}
      onDiscard={() => void discardItem(db, props.id)}
    />
  );
}
