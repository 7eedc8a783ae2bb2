import { useEffect, useMemo, useRef } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { readRatings } from "#mirror/person/ratings.ts";
import { pullOwnRatings } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showStatus } from "#ui/toast.ts";

/** How often the replies are asked for where the backend reports no changes (ms). */
const EVERY_MS = 5 * 60_000;
/** How long after a rating its reply is shown at once (ms): a phone should not keep a socket for longer. */
const AWAITED_MS = 7 * 24 * 60 * 60_000;

/** Refreshes the person's ratings, and shows a toast for each reply of the office that is new. */
export function OfficeReplies() {
  const db = useMirror();
  const ratings = useLive(() => readRatings(db), [db]);
  const isAwaited =
    ratings?.some(({ verdict, done_at, revision }) => {
      const isOpen = (verdict === "asked" || verdict === "wrong") && !done_at;
      return isOpen && revision > Date.now() - AWAITED_MS;
    }) ?? false;
  const pull = useMemo(
    () => (isAwaited ? pullOwnRatings : { ...pullOwnRatings, tables: [] }),
    [isAwaited],
  );
  useRefresh(pull, undefined, EVERY_MS);
  const seen = useRef<{ db: PersonDatabase; replies: ReadonlySet<string> }>(null);
  useEffect(() => {
    // The first ratings on a device bring the replies that were read on another one.
    if (!ratings) return;
    const before = seen.current?.db === db ? seen.current.replies : null;
    const replied = ratings.flatMap((row) =>
      row.reply ? [{ name: `${row.id} ${row.replied_at}`, question: row.question ?? "" }] : [],
    );
    seen.current = { db, replies: new Set(replied.map(({ name }) => name)) };
    for (const { name, question } of replied) {
      if (before?.has(name) === false) showStatus("Answered by the office", question);
    }
  }, [db, ratings]);
  return null;
}
