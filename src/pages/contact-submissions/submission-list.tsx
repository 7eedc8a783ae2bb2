import type { ContactSubmission } from "@contracts/contact-submission.ts";
import type { SubmissionDraft } from "#mirror/person/person-database.ts";
import { RowList } from "#ui/row-list.tsx";
import { SubmissionCard } from "./submission-card.tsx";
import { useSubmissionActions } from "./use-submission-actions.ts";

/** Height of a usual card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 560;

/** Requests for early access. */
export function SubmissionList(props: {
  submissions: readonly ContactSubmission[];
  drafts: ReadonlyMap<string, SubmissionDraft>;
  offline: boolean;
  /** Somebody is at a request. */
  onAttend: (id: string) => void;
}) {
  const { submissions, drafts, offline, onAttend } = props;
  const { actions, saving } = useSubmissionActions();
  return (
    <RowList
      rows={submissions}
      label="Submissions"
      usualHeight={USUAL_HEIGHT}
      onAttend={onAttend}
      row={(submission) => (
        <SubmissionCard
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
