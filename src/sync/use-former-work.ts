import { useCallback, useEffect, useState } from "react";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { noteSuccessor } from "#mirror/device/seen-people.ts";
import { type KeptWork, unsentOnDevice } from "#mirror/device/unsent-work.ts";
import { whenVisible } from "#platform/page-visibility.ts";
import { useMirror } from "../mirror/mirror-context.tsx";
import { useConnection, useSync } from "./sync-context.tsx";

const NOTHING: readonly KeptWork[] = [];

/**
 * Asks the server which deleted accounts left unsent work on this device: when the page is opened,
 * becomes visible or gets its connection back. Earlier accounts of the signed-in person are noted
 * on the device.
 * @returns the unsent work here of deleted accounts of the company that the person administers, which
 *   is empty without a connection, and how to ask the server again: its answer is null when it could
 *   not be asked
 */
export function useFormerWork() {
  const db = useMirror();
  const sync = useSync();
  const connected = useConnection() !== "down";
  const [managed, setManaged] = useState(NOTHING);
  const ask = useCallback(async () => {
    const outcome = await sync?.read((backend) => askForFormerWork(backend, db.personId));
    const said = outcome?.kind === "ok" ? outcome.value : null;
    setManaged(said ?? NOTHING);
    return said;
  }, [sync, db]);

  useEffect(() => {
    if (sync === null || !connected) return;
    if (document.visibilityState === "visible") void ask();
    return whenVisible(() => void ask());
  }, [sync, connected, ask]);

  return { managed: connected ? managed : NOTHING, ask };
}

/**
 * Asks the server which of the other people with unsent work on this device have deleted accounts,
 * as far as that concerns the signed-in person. Sends no request while the device has no such work.
 * Notes earlier accounts of the person on the device.
 * @returns the work of people whose company the person administers
 */
export async function askForFormerWork(
  backend: Pick<Backend, "tables">,
  personId: string,
): Promise<Outcome<KeptWork[]>> {
  const kept = await unsentOnDevice(personId);
  if (kept.length === 0) return { kind: "ok", value: [] };
  const asked = kept.map(({ person: { id, email, companyId } }) => {
    return { id, email, company_id: companyId };
  });
  const gone = await backend.tables.formerPeople(personId, asked);
  if (gone.kind !== "ok") return gone;
  const managed = new Set<string>();
  for (const { id, mine } of gone.value) {
    if (mine) await noteSuccessor(id, personId);
    else managed.add(id);
  }
  return { kind: "ok", value: kept.filter(({ person }) => managed.has(person.id)) };
}
