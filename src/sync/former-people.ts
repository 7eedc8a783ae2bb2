import type { FormerPerson } from "@contracts/former-person.ts";
import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import { noteSuccessor, peopleOnDevice } from "../mirror/seen-people.ts";
import { type KeptWork, unsentOnDevice } from "../mirror/unsent-work.ts";

/** Unsent work on this device of an account that the server says is gone for good. */
export interface FormerWork extends KeptWork, Omit<FormerPerson, "id"> {}

/**
 * Asks the server which of the others whose unsent work is on this device are gone for good, as far as
 * that concerns the person signed in. It is not asked while the device keeps no such work. Earlier
 * accounts of the person are noted on the device, others are not.
 */
export async function askForFormerWork(
  backend: Pick<Backend, "formerPeople">,
  personId: string,
): Promise<Outcome<FormerWork[]>> {
  const kept = await unsentOnDevice(personId);
  if (kept.length === 0) return { kind: "ok", value: [] };
  const seen = new Map((await peopleOnDevice()).map((person) => [person.id, person]));
  const asked = kept.map(({ personId: id }) => {
    const { email = null, companyId = null } = seen.get(id) ?? {};
    return { id, email, company_id: companyId };
  });
  const gone = await backend.formerPeople.among(personId, asked);
  if (gone.kind !== "ok") return gone;
  const said = new Map(gone.value.map(({ id, ...rest }) => [id, rest]));
  for (const [id, { mine }] of said) if (mine) await noteSuccessor(id, personId);
  const value = kept.flatMap((work) => {
    const word = said.get(work.personId);
    return word === undefined ? [] : [{ ...work, ...word }];
  });
  return { kind: "ok", value };
}
