import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { NativeSelect, TextInput } from "@mantine/core";
import { Download } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { invitedCompanyId } from "#commands/invitations.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { BackToAdmin } from "#features/administration/back-to-admin.tsx";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { Filters } from "#features/administration/filters.tsx";
import { SEARCH_LIMIT, useFilterInAddress } from "#features/administration/list-in-address.ts";
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
import { showError } from "#ui/toast.ts";
import classes from "./contact-submissions-page.module.css";
import {
  arranged,
  countByStatus,
  type Filter,
  readFilter,
  readRequestSort,
  sortText,
  toParameters,
} from "./filter.ts";
import { InviteDialog } from "./invitation/invite-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import { REQUEST_STATUSES, type RequestStatus, STATUS_NAMES } from "./request-status.ts";
import { useRequestActions } from "./use-request-actions.ts";

const TEXTS: ListTexts = {
  empty: "No submissions yet.",
  loading: "Loading submissions...",
  failed: "The submissions could not be loaded.",
  absent: "The submissions are not on this device. They come when you are back online.",
};
/** An address of this page holds its filter and nothing else. */
const writeFilter = (_: URLSearchParams, filter: Filter) => toParameters(filter);
const NONE: ReadonlyMap<string, RequestStatus> = new Map();

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
  const { chosen: filter, choose: setFilter } = useFilterInAddress(readFilter, writeFilter);
  // The requests that the viewer has worked on since the filter was last changed, with their statuses
  // before.
  const [attended, setAttended] = useState(NONE);
  const sought = useDeferredValue(filter);
  // The order is never the earlier one: the table would show equal rows in the order that they had,
  // and move them afterwards.
  const { sort } = filter;
  const shown = useMemo(
    () => arranged(submissions ?? [], { ...sought, sort }, attended),
    [submissions, sought, sort, attended],
  );
  const counts = useMemo(() => countByStatus(submissions ?? []), [submissions]);
  const draftsById = useMemo(() => new Map(drafts?.map((draft) => [draft.id, draft])), [drafts]);

  const choose = (next: Filter) => {
    setFilter(next);
    setAttended(NONE);
  };
  const attend = (id: string) => {
    const status = submissions?.find((submission) => submission.id === id)?.status;
    if (status === undefined) return;
    setAttended((before) => (before.has(id) ? before : new Map(before).set(id, status)));
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
      <FilterBar filter={filter} counts={counts} onChange={choose} />
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

const SORT_CHOICES = [
  { value: "", label: "Newest first" },
  { value: "submitted", label: "Oldest first" },
  { value: "company", label: "Company" },
  { value: "name", label: "Name" },
  { value: "status", label: "Status" },
];
const STATUSES = [null, ...REQUEST_STATUSES] as const;
const number = new Intl.NumberFormat("en");

/** The filters of the list, with how many requests have each status. */
function FilterBar(props: {
  filter: Filter;
  counts: Readonly<Record<RequestStatus, number>>;
  onChange: (filter: Filter) => void;
}) {
  const { filter, counts, onChange } = props;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Filters values={[filter.text, filter.status]} className={classes.filters}>
      <TextInput
        type="search"
        label="Search"
        placeholder="Any words of a request"
        autoComplete="off"
        maxLength={SEARCH_LIMIT}
        value={filter.text}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, text: value })}
      />
      <NativeSelect
        label="Sort by"
        value={sortText(filter.sort)}
        data={SORT_CHOICES}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, sort: readRequestSort(value) })
        }
      />
      <fieldset className={classes.statuses}>
        <legend className={classes.legend}>Show</legend>
        {STATUSES.map((status) => (
          <label key={status} className={classes.status} data-status={status}>
            <input
              type="radio"
              name="shown-status"
              checked={filter.status === status}
              onChange={() => onChange({ ...filter, status })}
            />
            {status === null ? "All" : STATUS_NAMES[status]}{" "}
            <span className={classes.number}>
              {number.format(status === null ? all : counts[status])}
            </span>
          </label>
        ))}
      </fieldset>
    </Filters>
  );
}
