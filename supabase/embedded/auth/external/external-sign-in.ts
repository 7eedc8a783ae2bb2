import { sql } from "kysely";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { type Account, type Caller, type Db, findAccount, lockPerson } from "../account-rows.ts";
import { checkFreshProof, endOtherSessions } from "../assurance.ts";
import { AuthFailure, readId } from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import type { ExternalPerson } from "./id-token.ts";
import {
  addIdentity,
  deleteIdentity,
  isRemoved,
  listIdentities,
  noteIdentityUse,
  PASSWORD_PROVIDER,
} from "./identity-rows.ts";

/** Nobody signs up by themselves, whoever vouches for them. */
const noAccount = () =>
  new AuthFailure(422, "signup_disabled", "Signups not allowed for this instance");

/**
 * Finds the account that somebody enters through a provider. The provider's id of the person
 * decides. Only somebody who comes for the first time is found by their address, and is linked to
 * that account from then on, if all of this holds:
 * - the address counts as verified (`personIn`);
 * - the account's address is confirmed, if only by the administrator who typed it: this entry proves it,
 *   and so the database ends the password and all other ways in;
 * - the account is not linked to another person of the same provider: an address that somebody has
 *   given up may belong to somebody else there;
 * - the owner has not removed the provider from the account.
 * @throws AuthFailure 422 if there is no such account, 400 for a suspended person
 */
export async function enterAccount(
  database: Db,
  provider: OidcProvider,
  person: ExternalPerson,
): Promise<Account> {
  return await database.transaction().execute(async (tx) => {
    // Under the same name, another issuer's person of the same id is somebody else.
    const linked = await findAccount(
      tx,
      sql`u.id = (
        select user_id from auth.identities
        where provider = ${provider.id} and provider_id = ${person.sub}
          and identity_data ->> 'iss' = ${provider.issuer}) for update`,
    );
    if (linked) {
      checkNotBanned(linked);
      await noteIdentityUse(tx, provider, person);
      return linked;
    }
    const address = person.emailVerified ? person.email?.toLowerCase() : undefined;
    const account = await findAccount(
      tx,
      sql`u.email = ${address ?? null} and u.email_confirmed_at is not null and u.deleted_at is null
        for update`,
    );
    if (!account || (await isRemoved(tx, account.id, provider.id))) throw noAccount();
    checkNotBanned(account);
    await link(tx, account.id, provider, person);
    return account;
  });
}

/**
 * Links a provider's person to the account of a signed-in person, whatever address the provider
 * knows.
 * @throws AuthFailure 422 if either is linked already
 */
export async function linkAccount(
  database: Db,
  userId: string,
  provider: OidcProvider,
  person: ExternalPerson,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    await link(tx, userId, provider, person);
  });
}

async function link(
  tx: Db,
  userId: string,
  provider: OidcProvider,
  person: ExternalPerson,
): Promise<void> {
  const refuse = (message: string) => new AuthFailure(422, "identity_already_exists", message);
  const identities = await listIdentities(tx, userId);
  if (identities.some((each) => each.provider === provider.id)) {
    throw refuse("An identity of this provider is already linked");
  }
  if (await addIdentity(tx, userId, provider, person)) return;
  throw refuse("Identity is already linked to another user");
}

function checkNotBanned({ banned }: Account): void {
  if (banned) throw new AuthFailure(400, "user_banned", "User is banned");
}

/**
 * Removes one of the caller's ways in, and ends their other sessions, which may have begun by it.
 * With the identity `email`, their password goes, too. At least one way must remain that this
 * deployment offers: a provider that the settings do not name any more lets nobody in.
 * @throws AuthFailure, worded like GoTrue's
 */
export async function unlinkIdentity(
  { database, issuers, now }: AuthServices,
  caller: Caller,
  identityId: string,
): Promise<void> {
  const wanted = readId(identityId, "identity_id");
  await checkFreshProof(database, caller, now());
  const offered = [PASSWORD_PROVIDER, ...issuers.providers.map(({ id }) => id)];
  await database.transaction().execute(async (tx) => {
    await lockPerson(tx, caller.id);
    const identities = await listIdentities(tx, caller.id);
    const identity = identities.find(({ id }) => id === wanted);
    if (!identity) throw new AuthFailure(422, "identity_not_found", "Identity doesn't exist");
    if (!identities.some((other) => other !== identity && offered.includes(other.provider))) {
      const message = "User must have at least 1 identity after unlinking";
      throw new AuthFailure(422, "single_identity_not_deletable", message);
    }
    await deleteIdentity(tx, caller.id, identity);
    if (identity.provider === PASSWORD_PROVIDER) {
      // Also ends what a mail with a link to choose a password allows.
      await sql`
        update auth.users
        set encrypted_password = '', recovery_token = null, recovery_sent_at = null
        where id = ${caller.id}`.execute(tx);
    }
    await endOtherSessions(tx, caller);
  });
}
