import type { Agent } from "@contracts/agent.ts";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { historyAddress } from "./history-address.ts";

/** The address follows a search after a typing pause of this many milliseconds. */
const TYPING_PAUSE_MS = 300;

/**
 * The search of the history, which the address follows, so that a reload or a link brings the same
 * view. A search that comes into the address in another way replaces the typed one.
 * @param searched the search of the address
 */
export function useQueryInAddress(
  searched: string,
  agent: Agent | null,
): [query: string, setQuery: (query: string) => void] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [query, setQuery] = useState(searched);
  const [known, setKnown] = useState(searched);
  // What this hook put into the address, which arrives there later than the next key may.
  const [written, setWritten] = useState(searched);
  if (searched !== known) {
    setKnown(searched);
    if (searched !== written) setQuery(searched);
  }
  useEffect(() => {
    const wanted = query.trim() === "" ? "" : query;
    if (wanted === searched) return;
    const timer = setTimeout(() => {
      // A tap on another agent has changed the address, and this page is not rendered for it yet.
      if (window.location.search !== search) return;
      setWritten(wanted);
      navigate(historyAddress(agent, wanted), { replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, searched, agent, navigate, search]);
  return [query, setQuery];
}
