import type { Company } from "@contracts/company.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { useCallback, useState } from "react";
import { invitedCompanyId } from "#commands/invitations.ts";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { useCompanyNames } from "#features/administration/use-company-names.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { listScope, readList, refreshedAt } from "#mirror/person/lists/server-list.ts";
import { useShownIdentity } from "#session/pin.ts";
import { RowList } from "#ui/row-list.tsx";
import { InviteDialog } from "./invitation/invite-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import { useRequestActions } from "./use-request-actions.ts";

/** The height of a typical card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 420;
const NONE: readonly Company[] = [];

/** Requests for early access. */
export function RequestList(props: {
  submissions: readonly EarlyAccessRequest[];
  drafts: ReadonlyMap<string, RequestDraft>;
  offline: boolean;
  /** Called when the viewer works on a request. */
  onAttend: (id: string) => void;
}) {
  const { submissions, drafts, offline, onAttend } = props;
  const db = useMirror();
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const { actions, saving } = useRequestActions();
  // Companies are made by super administrators alone.
  const invites = useShownIdentity()?.role === "super_admin";
  const read = useLive(() => readList(db, COMPANIES), [db]);
  const companies = read ?? NONE;
  const refreshed = useLive(() => refreshedAt(db, listScope(COMPANIES)), [db]);
  const names = useCompanyNames();
  const [invited, setInvited] = useState<EarlyAccessRequest | null>(null);
  const askToInvite = useCallback(setInvited, []);
  const card = (submission: EarlyAccessRequest) => (
    <RequestCard
      submission={submission}
      draft={drafts.get(submission.id)}
      savingStatus={(saving[`status/${submission.id}`] ?? 0) > 0}
      savingNotes={(saving[`notes/${submission.id}`] ?? 0) > 0}
      offline={offline}
      actions={actions}
      companyName={names.get(invitedCompanyId(submission.id))}
      onInvite={invites ? askToInvite : null}
    />
  );
  return (
    <>
      <RowList
        rows={submissions}
        label="Submissions"
        usualHeight={USUAL_HEIGHT}
        onAttend={onAttend}
        row={card}
        dense
      />
      {invited !== null && (
        <InviteDialog
          submission={invited}
          companies={companies}
          areCompaniesKnown={read !== undefined && typeof refreshed === "number"}
          command={command}
          readOnlyReason={readOnlyReason}
          onClose={() => setInvited(null)}
        />
      )}
    </>
  );
}
