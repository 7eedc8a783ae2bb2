import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { TextInput } from "@mantine/core";
import { Download } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { invitedCompanyId } from "#commands/invitations.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { BackToAdmin } from "#features/administration/back-to-admin.tsx";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { Filters } from "#features/administration/filters.tsx";
import { useSearchInAddress, withValues } from "#features/administration/list-in-address.ts";
import { AsOf, SecondFactorNotice } from "#features/administration/notices.tsx";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useMirroredList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  EARLY_ACCESS_REQUESTS,
  readRequestDrafts,
} from "#mirror/person/lists/early-access-requests.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { saveCsv, toCsv } from "#ui/csv.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { RowList } from "#ui/row-list.tsx";
import { sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { showError } from "#ui/toast.ts";
import classes from "./contact-submissions-page.module.css";
import { countByStatus, findRequests, type HeldStatuses, orders } from "./filter.ts";
import { InviteDialog } from "./invitation/invite-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import {
  isRequestStatus,
  REQUEST_STATUSES,
  type RequestStatus,
  STATUS_NAMES,
} from "./request-status.ts";
import { useRequestActions } from "./use-request-actions.ts";

const TEXTS: ListTexts = {
  empty: "No submissions yet.",
  loading: "Loading submissions...",
  failed: "The submissions could not be loaded.",
  absent: "The submissions are not on this device. They come when you are back online.",
};
const NONE: HeldStatuses = new Map();

/** The page on which administrators answer the requests for early access. */
export function ContactSubmissionsPage() {
  const identity = useShownIdentity();
  useKeptScroll();
  if (identity === null) return null;
  if (identity.role === "field_tech") return <AccessDenied />;
  return (
    <div className={shared.panel}>
      <PageHeading title="Contact Form Submissions" subtitle="Requests for early access" />
      <BackToAdmin />
      <SecondFactorNotice />
      <EarlyAccessRequests />
    </div>
  );
}

function EarlyAccessRequests() {
  const db = useMirror();
  const offline = useConnection() === "down";
  const { actions, saving } = useRequestActions();
  // Companies are made by super administrators alone.
  const invites = useShownIdentity()?.role === "super_admin";
  const names = useCompanyNames();
  const [invited, setInvited] = useState<EarlyAccessRequest | null>(null);
  const { rows: submissions, state } = useMirroredList(EARLY_ACCESS_REQUESTS);
  const drafts = useLive(() => readRequestDrafts(db), [db]);
  useRefresh(pullList(EARLY_ACCESS_REQUESTS), () => {
    showError("Error", "Failed to load contact submissions.");
  });
  const [parameters, setParameters] = useSearchParams();
  const [text, searchField] = useSearchInAddress();
  const given = parameters.get("status") ?? "";
  const status = isRequestStatus(given) ? given : null;
  const { sort, onSort } = sortIn([parameters, setParameters]);
  // The requests that the viewer has worked on in this view, with their statuses before.
  const view = JSON.stringify([text, status, sort]);
  const [attended, setAttended] = useState({ view, held: NONE });
  const held = attended.view === view ? attended.held : NONE;
  const sought = useDeferredValue(text);
  const columns = useMemo(() => orders(held), [held]);
  const shown = useMemo(
    () => sortRows(findRequests(submissions ?? [], sought, status, held), columns, sort),
    [submissions, sought, status, held, columns, sort],
  );
  const counts = useMemo(() => countByStatus(submissions ?? []), [submissions]);
  const draftsById = useMemo(() => new Map(drafts?.map((draft) => [draft.id, draft])), [drafts]);

  const attend = (id: string) => {
    const before = submissions?.find((submission) => submission.id === id)?.status;
    if (before === undefined || held.has(id)) return;
    setAttended({ view, held: new Map(held).set(id, before) });
  };

  if (submissions === undefined || drafts === undefined || submissions.length === 0) {
    return (
      <>
        <RefreshNotice state={state} />
        <ListPlaceholder
          state={drafts === undefined ? { ...state, phase: "loading" } : state}
          words={TEXTS}
          rowHeight={300}
        />
      </>
    );
  }
  return (
    <>
      <RefreshNotice state={state} />
      <AsOf refreshed={state.refreshed} />
      <Filters values={[text, status]} className={classes.filters}>
        <TextInput
          label="Search"
          placeholder="Any words of a request"
          autoComplete="off"
          {...searchField}
        />
        <SortField {...{ columns, sort, onSort }} usual="Newest first" />
        <StatusChoices
          chosen={status}
          counts={counts}
          onChoose={(status) =>
            setParameters((before) => withValues(before, { status }), { replace: true })
          }
        />
      </Filters>
      <div className={shared.head}>
        <p role="status" className={shared.about}>
          {formatCount(shown.length, submissions.length)}
        </p>
        <ActionButton
          icon={Download}
          disabled={shown.length === 0}
          onClick={() => saveCsv(requestFileName(Date.now()), requestCsv(shown))}
        >
          Export CSV
        </ActionButton>
      </div>
      {shown.length > 0 && (
        <RowList
          rows={shown}
          label="Submissions"
          usualHeight={420}
          onAttend={attend}
          row={(submission) => (
            <RequestCard
              submission={submission}
              draft={draftsById.get(submission.id)}
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
      )}
      {invited !== null && <InviteDialog submission={invited} onClose={() => setInvited(null)} />}
    </>
  );
}

function formatCount(shown: number, all: number): string {
  if (shown === 0) return "No submissions match.";
  if (shown < all) return `${shown} of ${all} submissions`;
  return all === 1 ? "1 submission" : `${all} submissions`;
}

/** Shows once that this person may not see the page, and leaves the page. */
export function AccessDenied() {
  const navigate = useNavigate();
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current) return;
    wasShown.current = true;
    showError("Access Denied", "You don't have permission to view this page.");
    void navigate("/", { replace: true });
  }, [navigate]);
  return null;
}

/** Requests for early access as a table for spreadsheets; times are ISO 8601 in UTC. */
export function requestCsv(submissions: readonly EarlyAccessRequest[]): string {
  return toCsv(
    [
      { title: "Submitted", value: ({ created_at }) => new Date(created_at).toISOString() },
      { title: "Company", value: ({ company }) => company },
      { title: "Name", value: ({ name }) => name },
      { title: "Email", value: ({ email }) => email },
      { title: "Phone", value: ({ phone }) => phone },
      { title: "Number of Field Techs", value: ({ field_tech_count }) => field_tech_count },
      { title: "Current CRM", value: ({ current_crm }) => current_crm },
      { title: "Status", value: ({ status }) => STATUS_NAMES[status] },
      { title: "Notes", value: ({ notes }) => notes },
    ],
    submissions,
  );
}

/** @param now epoch ms */
export function requestFileName(now: number): string {
  return `contact-submissions-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

const STATUSES = [null, ...REQUEST_STATUSES] as const;
const number = new Intl.NumberFormat("en");

/** Chooses a status, with how many requests have each. */
function StatusChoices(props: {
  chosen: RequestStatus | null;
  counts: Readonly<Record<RequestStatus, number>>;
  onChoose: (status: RequestStatus | null) => void;
}) {
  const { chosen, counts } = props;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <fieldset className={classes.statuses}>
      <legend className={classes.legend}>Show</legend>
      {STATUSES.map((status) => (
        <label key={status} className={classes.status} data-status={status}>
          <input
            type="radio"
            name="shown-status"
            checked={chosen === status}
            onChange={() => props.onChoose(status)}
          />
          {status === null ? "All" : STATUS_NAMES[status]}{" "}
          <span className={classes.number}>
            {number.format(status === null ? all : counts[status])}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
