import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { checkFreshProof, endOtherSessions } from "../assurance.ts";
import type { Caller } from "../auth-caller.ts";
import { AuthFailure } from "../auth-failure.ts";
import type { AuthServices } from "../auth-services.ts";
import { lockPerson } from "../factor-rows.ts";
import { deleteIdentity, listIdentities, PASSWORD_PROVIDER } from "./identity-rows.ts";

const idSchema = z.uuid();

/**
 * Removes one of the caller's ways in, and ends their other sessions, which may have begun by it.
 * With the identity `email`, their password goes, too. At least one way must remain that this
 * deployment offers: a provider that the settings do not name any more lets nobody in.
 * @throws AuthFailure, worded like GoTrue's
 */
export async function unlinkIdentity(
  { database, issuers, now }: Pick<AuthServices, "database" | "issuers" | "now">,
  caller: Caller,
  identityId: string,
): Promise<void> {
  if (!idSchema.safeParse(identityId).success) {
    throw new AuthFailure(404, "validation_failed", "identity_id must be an UUID");
  }
  await checkFreshProof(database, caller, now());
  const offered = [PASSWORD_PROVIDER, ...issuers.providers.map(({ id }) => id)];
  await database.transaction().execute(async (tx) => {
    await lockPerson(tx, caller.id);
    const identities = await listIdentities(tx, caller.id);
    const identity = identities.find(({ id }) => id === identityId.toLowerCase());
    if (!identity) throw new AuthFailure(422, "identity_not_found", "Identity doesn't exist");
    if (!identities.some((other) => other !== identity && offered.includes(other.provider))) {
      throw new AuthFailure(
        422,
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
      );
    }
    await deleteIdentity(tx, caller.id, identity);
    if (identity.provider === PASSWORD_PROVIDER) await forgetPassword(tx, caller.id);
    await endOtherSessions(tx, { id: caller.sessionId, userId: caller.id });
  });
}

/** Also ends what a mail with a link to choose a password allows. */
async function forgetPassword(tx: Kysely<unknown>, userId: string): Promise<void> {
  await sql`
    update auth.users
    set encrypted_password = '', recovery_token = null, recovery_sent_at = null
    where id = ${userId}`.execute(tx);
}
