import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { noteSuccessor } from "#mirror/device/seen-people.ts";
import { type KeptWork, unsentOnDevice } from "#mirror/device/unsent-work.ts";

/**
 * Asks the server which of the other people with unsent work on this device have deleted accounts,
 * as far as that concerns the signed-in person. Sends no request while the device has no such work.
 * Notes earlier accounts of the person on the device.
 * @returns the work of people whose company the person administers
 */
export async function askForFormerWork(
  backend: Pick<Backend, "formerPeople">,
  personId: string,
): Promise<Outcome<KeptWork[]>> {
  const kept = await unsentOnDevice(personId);
  if (kept.length === 0) return { kind: "ok", value: [] };
  const asked = kept.map(({ person: { id, email, companyId } }) => {
    return { id, email, company_id: companyId };
  });
  const gone = await backend.formerPeople.among(personId, asked);
  if (gone.kind !== "ok") return gone;
  const managed = new Set<string>();
  for (const { id, mine } of gone.value) {
    if (mine) await noteSuccessor(id, personId);
    else managed.add(id);
  }
  return { kind: "ok", value: kept.filter(({ person }) => managed.has(person.id)) };
}
