/** The name of the parameter of an address that holds how many rows of a list are shown. */
const PARAMETER = "shown";
/** So many are brought back at most: a list of more would take long to come. */
const MOST = 1000;

/** How many rows an address wants to be shown: whole pages, of `page` rows each. */
export function shownIn(parameters: URLSearchParams, page: number): number {
  const wanted = Math.min(Number(parameters.get(PARAMETER)), MOST);
  return wanted > page ? Math.ceil(wanted / page) * page : page;
}

/** The parameters of an address that wants so many rows; null for the first page alone. */
export function withShown(parameters: URLSearchParams, shown: number | null): URLSearchParams {
  const next = new URLSearchParams(parameters);
  if (shown === null) next.delete(PARAMETER);
  else next.set(PARAMETER, String(shown));
  return next;
}
