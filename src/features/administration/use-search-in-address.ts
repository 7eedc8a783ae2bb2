import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

/** Milliseconds. Longer than the pause between two keys, short enough to feel immediate. */
const TYPING_MS = 300;
/** The longest text that is searched for. */
export const SEARCH_LIMIT = 100;

/** The name of the parameter of an address that holds the search of its list. */
const PARAMETER = "search";

/**
 * The search of a list. After a pause in typing, the address follows it, so that back, a reload and
 * a link bring the same view.
 */
export function useSearchInAddress(): [search: string, setSearch: (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname, search } = useLocation();
  const inAddress = (parameters.get(PARAMETER) ?? "").slice(0, SEARCH_LIMIT);
  /** The text that was typed last; null as soon as the address has it. */
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null && searchInAddress(typed) === inAddress) setTyped(null);
  useEffect(() => {
    if (typed === null) return undefined;
    const follow = (before: URLSearchParams) => {
      const next = new URLSearchParams(before);
      next.delete(PARAMETER);
      if (searchInAddress(typed) !== "") next.set(PARAMETER, searchInAddress(typed));
      return next;
    };
    const timer = setTimeout(() => {
      // A link that was clicked meanwhile leads elsewhere, although its page is not drawn yet.
      const isHere = location.pathname === pathname && location.search === search;
      if (isHere) setParameters(follow, { replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, pathname, search, setParameters]);
  return [typed ?? inAddress, setTyped];
}

/** The part of a typed search that an address holds: nothing of spaces alone. */
function searchInAddress(typed: string): string {
  return typed.trim() === "" ? "" : typed.slice(0, SEARCH_LIMIT);
}
