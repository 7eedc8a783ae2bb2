import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { useState } from "react";
import { invitedCompanyId } from "#commands/invitations.ts";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { useShownIdentity } from "#session/pin.ts";
import { RowList } from "#ui/row-list.tsx";
import { InviteDialog } from "./invitation/invite-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import { useRequestActions } from "./use-request-actions.ts";

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
  // Companies are made by super administrators alone.
  const invites = useShownIdentity()?.role === "super_admin";
  const names = useCompanyNames();
  const [invited, setInvited] = useState<EarlyAccessRequest | null>(null);
  return (
    <>
      <RowList
        rows={submissions}
        label="Submissions"
        usualHeight={420}
        onAttend={onAttend}
        row={(submission) => (
          <RequestCard
            submission={submission}
            draft={drafts.get(submission.id)}
            savingStatus={(saving[`status/${submission.id}`] ?? 0) > 0}
            savingNotes={(saving[`notes/${submission.id}`] ?? 0) > 0}
            offline={offline}
            actions={actions}
            companyName={names.get(invitedCompanyId(submission.id))}
            onInvite={invites ? setInvited : null}
          />
        )}
        dense
      />
      {invited !== null && <InviteDialog submission={invited} onClose={() => setInvited(null)} />}
    </>
  );
}
