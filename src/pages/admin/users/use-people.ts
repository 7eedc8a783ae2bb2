import { useMemo } from "react";
import { useList } from "#features/lists/use-list.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { listScope, readList } from "#mirror/person/lists/server-list.ts";
import { pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showError } from "#ui/toast.ts";

/**
 * The people of a company, refreshed while they are shown; an empty list without a company.
 * @param failure the title of the toast when refreshes begin to be refused; null for none
 */
export function usePeople(companyId: string | null, failure: string | null) {
  const pull = useMemo(() => (companyId === null ? null : pullPeople(companyId)), [companyId]);
  useRefresh(pull, (message) => {
    if (failure !== null) showError(failure, message);
  });
  return useList(
    companyId === null ? null : listScope(PEOPLE, companyId),
    async (db) => (companyId === null ? [] : readList(db, PEOPLE, companyId)),
    [companyId],
  );
}
