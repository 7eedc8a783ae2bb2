import { useCallback, useEffect, useState } from "react";
import { type AccountResult, type AccountState, readAccount } from "#session/account.ts";
import { useSession } from "#session/session.ts";
import { useConnection } from "#sync/sync-context.tsx";

/** The facts known about the account of the person signed in. */
export interface KnownAccount {
  /** Null until the server has answered. */
  answer: AccountResult<AccountState> | null;
  /** The server cannot be reached, so nothing can be changed. */
  offline: boolean;
  /** Fetches the account again. */
  reload(): Promise<void>;
}

/** Fetches the account when the page is opened and when the connection is back. */
export function useAccount(): KnownAccount {
  const connected = useSession((session) => session.backend !== null);
  const offline = useConnection() === "down";
  const [answer, setAnswer] = useState<AccountResult<AccountState> | null>(null);
  const reload = useCallback(async () => setAnswer(await readAccount()), []);
  useEffect(() => {
    if (connected && !offline) void reload();
  }, [connected, offline, reload]);
  return { answer, offline: offline || answer?.kind === "unreachable", reload };
}
