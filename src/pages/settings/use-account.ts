import { useCallback, useEffect, useState } from "react";
import type { ListState } from "#features/lists/use-list.ts";
import { type AccountRefusal, type AccountState, askAccount } from "#session/own-account.ts";
import { useSession } from "#session/session.ts";
import { useConnection } from "#sync/sync-context.tsx";

/** The facts known about the account of the person signed in. */
export type KnownAccount = ReturnType<typeof useAccount>;

/** Fetches the account when the page is opened and when the connection is back. */
export function useAccount() {
  const connected = useSession((session) => session.backend !== null);
  const isDown = useConnection() === "down";
  const [known, setKnown] = useState<{ value: AccountState; at: number } | null>(null);
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null);
  const reload = useCallback(async () => {
    const answer = await askAccount((auth) => auth.state());
    if (answer.kind === "ok") setKnown({ value: answer.value, at: Date.now() });
    setRefusal(answer.kind === "ok" ? null : answer);
  }, []);
  useEffect(() => {
    if (connected && !isDown) void reload();
  }, [connected, isDown, reload]);
  const state: ListState = {
    phase: choosePhase(known !== null, isDown, refusal !== null),
    refreshed: known?.at ?? null,
    isFailing: refusal !== null && !isDown,
    retry: reload,
  };
  return {
    /** The server's last answer; null until there is one. */
    value: known?.value ?? null,
    /** Why the server did not answer the last request; null if it did. */
    refusal,
    /** How the lists in it stand to the server's. */
    state,
    /** The server cannot be reached, so nothing can be changed. */
    offline: isDown || refusal?.kind === "unreachable",
    reload,
  };
}

function choosePhase(isKnown: boolean, isDown: boolean, isRefused: boolean): ListState["phase"] {
  if (isKnown) return "known";
  if (isDown) return "absent";
  return isRefused ? "failed" : "loading";
}
