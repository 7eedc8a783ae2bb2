import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { noteSuccessor } from "#mirror/device/seen-people.ts";
import { type KeptWork, unsentOnDevice } from "#mirror/device/unsent-work.ts";

/**
 * Asks the server which of the others whose unsent work is on this device are gone for good, as far as
 * that concerns the person signed in. It is not asked while the device keeps no such work. Earlier
 * accounts of the person are noted on the device.
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
