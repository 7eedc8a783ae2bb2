import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { RowList } from "#ui/row-list.tsx";
import { RequestCard } from "./request-card.tsx";
import { useRequestActions } from "./use-request-actions.ts";

/** The height of a typical card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 560;

/** Requests for early access. */
export function RequestList(props: {
  submissions: readonly EarlyAccessRequest[];
  drafts: ReadonlyMap<string, RequestDraft>;
  offline: boolean;
  /** Called when the viewer works on a request. */
  onAttend: (id: string) => void;
}) {
  const { submissions, drafts, offline, onAttend } = props;
  const { actions, saving } = useRequestActions();
  return (
    <RowList
      rows={submissions}
      label="Submissions"
      usualHeight={USUAL_HEIGHT}
      onAttend={onAttend}
      row={(submission) => (
        <RequestCard
          submission={submission}
          draft={drafts.get(submission.id)}
          savingStatus={(saving[`status/${submission.id}`] ?? 0) > 0}
          savingNotes={(saving[`notes/${submission.id}`] ?? 0) > 0}
          offline={offline}
          actions={actions}
        />
      )}
    />
  );
}
