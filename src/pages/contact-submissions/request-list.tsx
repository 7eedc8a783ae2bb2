import type { Company } from "@contracts/company.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { useCallback, useMemo, useState } from "react";
import { invitedCompanyId } from "#commands/invitations.ts";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { useCompanyNames } from "#features/administration/use-company-names.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES_SCOPE, readCompanies } from "#mirror/person/lists/companies.ts";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import { useShownIdentity } from "#session/pin.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import type { Sort } from "#ui/data-table/sort.ts";
import { useTableFits } from "#ui/data-table/use-table-fits.ts";
import { RowList } from "#ui/row-list.tsx";
import { InviteDialog } from "./invitation/invite-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import { requestColumns } from "./request-columns.tsx";
import type { RequestStatus } from "./request-status.ts";
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
  /** The statuses by which requests are sorted that the viewer works on. */
  held: ReadonlyMap<string, RequestStatus>;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}) {
  const { submissions, drafts, offline, onAttend, held } = props;
  const tableFits = useTableFits();
  const columns = useMemo(() => requestColumns(held), [held]);
  const db = useMirror();
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const { actions, saving } = useRequestActions();
  // Companies are made by super administrators alone.
  const invites = useShownIdentity()?.role === "super_admin";
  const read = useLive(() => readCompanies(db), [db]);
  const companies = read ?? NONE;
  const refreshed = useLive(() => refreshedAt(db, COMPANIES_SCOPE), [db]);
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
      {tableFits ? (
        <DataTable
          rows={submissions}
          columns={columns}
          label="Submissions"
          nameOf={({ name }) => name}
          details={card}
          sort={props.sort}
          onSort={props.onSort}
          onAttend={onAttend}
        />
      ) : (
        <RowList
          rows={submissions}
          label="Submissions"
          usualHeight={USUAL_HEIGHT}
          onAttend={onAttend}
          row={card}
        />
      )}
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
