import { useDebouncedValue } from "@mantine/hooks";
import { type ChangeEvent, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

/** The name of the parameter of an address that holds how many rows of a list are shown. */
const SHOWN = "shown";
/** So many are brought back at most: a list of more would take long to come. */
const MOST = 1000;

/** How many rows an address wants to be shown: whole pages, of `page` rows each. */
export function shownIn(parameters: URLSearchParams, page: number): number {
  const wanted = Math.min(Number(parameters.get(SHOWN)), MOST);
  return wanted > page ? Math.ceil(wanted / page) * page : page;
}

/** The parameters of an address with other values; null for none. */
export function withValues(
  parameters: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The parameters of an address that wants so many rows; null for the first page alone. */
export const withShown = (parameters: URLSearchParams, shown: number | null) =>
  withValues(parameters, { [SHOWN]: shown === null ? null : String(shown) });

/** Milliseconds. Longer than the pause between two keys, short enough to feel immediate. */
const TYPING_MS = 300;
/** The longest text that is searched for. */
export const SEARCH_LIMIT = 100;

/** The name of the parameter of an address that holds the search of its list. */
const SEARCH = "search";

/**
 * The search of a list. After a pause in typing, the address follows it, so that back, a reload and
 * a link bring the same view.
 * @returns `field`: the properties of the field in which it is typed
 */
export function useSearchInAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname, search } = useLocation();
  const inAddress = (parameters.get(SEARCH) ?? "").slice(0, SEARCH_LIMIT);
  /** The text that was typed last; null as soon as the address has it. */
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null && searchInAddress(typed) === inAddress) setTyped(null);
  useEffect(() => {
    if (typed === null) return undefined;
    const follow = (before: URLSearchParams) =>
      withValues(before, { [SEARCH]: searchInAddress(typed) || null });
    const timer = setTimeout(() => {
      // A link that was clicked meanwhile leads elsewhere, although its page is not drawn yet.
      const isHere = location.pathname === pathname && location.search === search;
      if (isHere) setParameters(follow, { replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, pathname, search, setParameters]);
  const wanted = typed ?? inAddress;
  const field = {
    ...{ type: "search", maxLength: SEARCH_LIMIT, value: wanted },
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
  };
  return [wanted, field] as const;
}

/** The part of a typed search that an address holds: nothing of spaces alone. */
function searchInAddress(typed: string): string {
  return typed.trim() === "" ? "" : typed.slice(0, SEARCH_LIMIT);
}

/**
 * The filter of a list. After a pause in typing, the address follows it, so that back, a reload and
 * a link bring the same view.
 * @param read the filter of an address
 * @param write the parameters of an address with a filter instead of its own
 * @returns `settled`: the filter as of the last pause
 */
export function useFilterInAddress<Filter>(
  read: (parameters: URLSearchParams) => Filter,
  write: (parameters: URLSearchParams, filter: Filter) => URLSearchParams,
): { chosen: Filter; settled: Filter; choose: (filter: Filter) => void } {
  const [parameters, setParameters] = useSearchParams();
  const [chosen, choose] = useState(() => read(parameters));
  const [settled] = useDebouncedValue(chosen, TYPING_MS);
  useEffect(() => {
    const wanted = write(parameters, settled);
    if (wanted.toString() !== write(parameters, read(parameters)).toString()) {
      // A state that was loaded for other rows does not apply to these.
      setParameters(withShown(wanted, null), { replace: true });
    }
  }, [settled, parameters, setParameters, read, write]);
  return { chosen, settled, choose };
}
