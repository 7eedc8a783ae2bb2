import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { type Db, firstRow } from "../account-rows.ts";
import type { ExternalPerson } from "./id-token.ts";

/** The provider name of the identity whose proof is the password. */
export const PASSWORD_PROVIDER = "email";

/** A way in to an account. */
export interface IdentityRow {
  id: string;
  provider: string;
}

/** The ways in of an account, the oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  const found = await sql<IdentityRow>`
    select id, provider from auth.identities where user_id = ${userId}
    order by created_at, id`.execute(db);
  return found.rows;
}

/**
 * @param issuer whose id `person.sub` is; undefined for the password
 * @returns false if somebody is linked to the provider's person already
 */
export async function addIdentity(
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

/** Records the provider's claims of now, which may differ from those of the last time. */
export async function noteIdentityUse(
  db: Db,
  { id, issuer }: OidcProvider,
  person: ExternalPerson,
): Promise<void> {
  await sql`
    update auth.identities
    set identity_data = ${JSON.stringify(identityData(person, issuer))}::text::jsonb,
      last_sign_in_at = now(), updated_at = now()
    where provider = ${id} and provider_id = ${person.sub}`.execute(db);
}

export async function deleteIdentity(db: Db, userId: string, identity: IdentityRow): Promise<void> {
  await sql`delete from auth.identities where id = ${identity.id}`.execute(db);
  if (identity.provider !== PASSWORD_PROVIDER) {
    await sql`
      insert into auth.removed_providers (user_id, provider) values (${userId}, ${identity.provider})
      on conflict do nothing`.execute(db);
  }
  await listProviders(db, userId);
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

/** Whether the account's owner has removed that provider. */
export async function isRemoved(db: Db, userId: string, provider: string): Promise<boolean> {
  const removed = sql`
    select from auth.removed_providers where user_id = ${userId} and provider = ${provider}`;
  return (await firstRow(db, removed)) !== undefined;
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
