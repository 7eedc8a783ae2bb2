import { deviceDatabase } from "./device-database.ts";
import type { Identity } from "./identity.ts";

/** Notes the signed-in person as seen. @param now epoch ms */
export async function noteSeen({ id, email, companyId }: Identity, now: number): Promise<void> {
  const { people } = deviceDatabase;
  await deviceDatabase.transaction("rw", people, async () => {
    const before = await people.get(id);
    await people.put({
      successorId: null,
      ...before,
      id,
      email: email === "" ? null : email.toLowerCase(),
      companyId,
      lastSeen: now,
    });
  });
}
