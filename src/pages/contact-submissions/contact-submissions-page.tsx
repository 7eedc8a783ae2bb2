import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { BackToAdmin } from "#features/administration/back-to-admin.tsx";
import { SecondFactorNotice } from "#features/administration/second-factor-notice.tsx";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { ListPlaceholder, type ListWords } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useListState } from "#features/lists/use-list-state.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  REQUESTS_SCOPE,
  readEarlyAccessRequests,
  readRequestDrafts,
} from "#mirror/person/lists/early-access-requests.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullEarlyAccessRequests } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { briefMomentWords } from "#ui/format.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { showError } from "#ui/toast.ts";
import classes from "./contact-submissions-page.module.css";
import { ALL, type Filter, filtered } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { RequestList } from "./request-list.tsx";

const WORDS: ListWords = {
  empty: "No submissions yet.",
  loading: "Loading submissions...",
  failed: "The submissions could not be loaded.",
  absent: "The submissions are not on this device. They come when you are back online.",
};
/** The height of a typical card, in px. */
const CARD_HEIGHT = 300;
const NONE: ReadonlySet<string> = new Set();

/** The page on which administrators answer the requests for early access. */
export function ContactSubmissionsPage() {
  const identity = useShownIdentity();
  useKeptScroll();
  if (identity === null) return null;
  if (identity.role === "field_tech") return <AccessDenied />;
  return (
    <div className={classes.page}>
      <PageHeading title="Contact Form Submissions" />
      <BackToAdmin />
      <SecondFactorNotice />
      <EarlyAccessRequests />
    </div>
  );
}

function EarlyAccessRequests() {
  const db = useMirror();
  const offline = useConnection() === "down";
  const submissions = useLive(() => readEarlyAccessRequests(db), [db]);
  const drafts = useLive(() => readRequestDrafts(db), [db]);
  const isRead = submissions !== undefined && drafts !== undefined;
  const state = useListState(REQUESTS_SCOPE, isRead);
  const { refreshed } = state;
  useRefresh(pullEarlyAccessRequests, () => {
    showError("Error", "Failed to load contact submissions.");
  });
  const [filter, setFilter] = useState(ALL);
  // The requests that the viewer has worked on since the filter was last changed.
  const [attended, setAttended] = useState(NONE);
  const sought = useDeferredValue(filter);
  const shown = useMemo(
    () => filtered(submissions ?? [], sought, attended),
    [submissions, sought, attended],
  );
  const draftOf = useMemo(() => new Map(drafts?.map((draft) => [draft.id, draft])), [drafts]);

  const choose = (next: Filter) => {
    setFilter(next);
    setAttended(NONE);
  };

  if (!isRead || submissions.length === 0) {
    return (
      <>
        <RefreshNotice state={state} />
        <ListPlaceholder state={state} words={WORDS} rowHeight={CARD_HEIGHT} />
      </>
    );
  }
  return (
    <>
      <RefreshNotice state={state} />
      {offline && typeof refreshed === "number" && (
        <p className={classes.fresh}>As of {briefMomentWords(refreshed, Date.now())}</p>
      )}
      <FilterBar filter={filter} onChange={choose} />
      <p role="status" className={classes.count}>
        {countWords(shown.length, submissions.length)}
      </p>
      {shown.length > 0 && (
        <RequestList
          submissions={shown}
          drafts={draftOf}
          offline={offline}
          onAttend={(id) =>
            setAttended((before) => (before.has(id) ? before : new Set(before).add(id)))
          }
        />
      )}
    </>
  );
}

function countWords(shown: number, all: number): string {
  if (shown === 0) return "No submissions match.";
  if (shown < all) return `${shown} of ${all} submissions`;
  return all === 1 ? "1 submission" : `${all} submissions`;
}

/** Says once that this person may not see the page, and leaves the page. */
export function AccessDenied() {
  const navigate = useNavigate();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    showError("Access Denied", "You don't have permission to view this page.");
    void navigate("/", { replace: true });
  }, [navigate]);
  return null;
}
