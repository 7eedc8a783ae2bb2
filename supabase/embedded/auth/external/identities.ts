import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import {
  type Account,
  type Caller,
  type Db,
  findAccount,
  firstRow,
  lockPerson,
} from "../account-rows.ts";
import { checkFreshProof, endOtherSessions } from "../assurance.ts";
import { AuthFailure, readId } from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import type { ExternalPerson } from "./id-token.ts";

/** The provider name of the identity whose proof is the password. */
const PASSWORD_PROVIDER = "email";

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
      // The provider's claims of now may differ from those of the last time.
      await sql`
        update auth.identities
        set identity_data = ${JSON.stringify(identityData(person, provider.issuer))}::text::jsonb,
          last_sign_in_at = now(), updated_at = now()
        where provider = ${provider.id} and provider_id = ${person.sub}`.execute(tx);
      return linked;
    }
    const address = person.emailVerified ? person.email?.toLowerCase() : undefined;
    const account = await findAccount(
      tx,
      sql`u.email = ${address ?? null} and u.email_confirmed_at is not null and u.deleted_at is null
        for update`,
    );
    const removed = sql`
      select from auth.removed_providers
      where user_id = ${account?.id ?? null} and provider = ${provider.id}`;
    if (!account || (await firstRow(tx, removed))) {
      // Nobody signs up by themselves, whoever vouches for them.
      const message = "Signups not allowed for this instance";
      throw new AuthFailure(422, "signup_disabled", message);
    }
    checkNotBanned(account);
    await link(tx, account.id, provider, person);
    return account;
  });
}

/**
 * Links a provider's person to a signed-in person, whatever address the provider knows.
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
 * Removes one of the caller's ways in, with the identity `email` their password too, and ends their other
 * sessions. At least one way must remain that this deployment offers.
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
    await sql`delete from auth.identities where id = ${identity.id}`.execute(tx);
    await listProviders(tx, caller.id);
    if (identity.provider === PASSWORD_PROVIDER) {
      // Also ends what a mail with a link to choose a password allows.
      await sql`
        update auth.users
        set encrypted_password = '', recovery_token = null, recovery_sent_at = null
        where id = ${caller.id}`.execute(tx);
    } else {
      await sql`
        insert into auth.removed_providers (user_id, provider)
        values (${caller.id}, ${identity.provider}) on conflict do nothing`.execute(tx);
    }
    await endOtherSessions(tx, caller);
  });
}

/** The ways in of an account, the oldest first. */
async function listIdentities(db: Db, userId: string) {
  const found = await sql<{ id: string; provider: string }>`
    select id, provider from auth.identities where user_id = ${userId}
    order by created_at, id`.execute(db);
  return found.rows;
}

/**
 * @param issuer whose id `person.sub` is; undefined for the password
 * @returns false if somebody is linked to the provider's person already
 */
async function addIdentity(
  db: Db,
  userId: string,
  { id: provider, issuer }: { id: string; issuer: string | undefined },
  person: ExternalPerson,
): Promise<boolean> {
  const added = sql`
    insert into auth.identities
      (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
    values (${randomUUID()}, ${provider}, ${person.sub}, ${userId},
            ${JSON.stringify(identityData(person, issuer))}::text::jsonb, now())
    on conflict do nothing returning id`;
  if (!(await firstRow(db, added))) return false;
  await sql`
    delete from auth.removed_providers
    where user_id = ${userId} and provider = ${provider}`.execute(db);
  await listProviders(db, userId);
  return true;
}

/** Lists the password again among the ways in of somebody who had removed it. */
export async function ensurePasswordIdentity(
  db: Db,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const identities = await listIdentities(db, id);
  if (identities.some(({ provider }) => provider === PASSWORD_PROVIDER)) return;
  const person = { sub: id, email, emailVerified: true, name: undefined };
  await addIdentity(db, id, { id: PASSWORD_PROVIDER, issuer: undefined }, person);
}

/** Writes the account's ways in where its tokens' `app_metadata` is read from, as GoTrue does. */
async function listProviders(db: Db, userId: string): Promise<void> {
  await sql`
    update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}'::jsonb) || p.listed, updated_at = now()
    from (select jsonb_build_object('provider', (array_agg(provider order by created_at, id))[1],
                                    'providers', jsonb_agg(provider order by created_at, id)) as listed
          from auth.identities where user_id = ${userId}) p
    where u.id = ${userId}`.execute(db);
}

function identityData(
  { sub, email, emailVerified, name }: ExternalPerson,
  iss: string | undefined,
) {
  return { iss, sub, email, email_verified: emailVerified, phone_verified: false, full_name: name };
}
