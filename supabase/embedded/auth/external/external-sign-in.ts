import type { Kysely } from "kysely";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { AuthFailure } from "../auth-failure.ts";
import { lockPerson } from "../factor-rows.ts";
import type { ExternalPerson } from "./id-token.ts";
import {
  type Account,
  addIdentity,
  confirmedAccount,
  isRemoved,
  linkedAccount,
  listIdentities,
  noteIdentityUse,
} from "./identity-rows.ts";

/** Nobody signs up by themselves, whoever vouches for them. */
const noAccount = () =>
  new AuthFailure(422, "signup_disabled", "Signups not allowed for this instance");

/**
 * Finds the account that somebody enters through a provider. The provider's id of the person
 * decides. Only somebody who comes for the first time is found by their address, and is linked to
 * that account from then on, if all of this holds:
 * - the provider has verified the address, and may speak for its domain;
 * - the address is plain ASCII, because other letters become equal to ASCII ones in lower case;
 * - the account's address is confirmed, if only by the administrator who typed it: this entry proves it,
 *   and so the database ends the password and all other ways in;
 * - the account is not linked to another person of the same provider: an address that somebody has
 *   given up may belong to somebody else there;
 * - the owner has not removed the provider from the account.
 * @throws AuthFailure 422 if there is no such account, 400 for a suspended person
 */
export async function enterAccount(
  database: Kysely<unknown>,
  provider: OidcProvider,
  person: ExternalPerson,
): Promise<Account> {
  return await database.transaction().execute(async (tx) => {
    const linked = await linkedAccount(tx, provider, person.sub);
    if (linked) {
      checkNotBanned(linked);
      await noteIdentityUse(tx, provider, vouchedFor(provider, person));
      return linked;
    }
    const address = trustedAddress(provider, person);
    const account = address === null ? undefined : await confirmedAccount(tx, address);
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
  database: Kysely<unknown>,
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
  tx: Kysely<unknown>,
  userId: string,
  provider: OidcProvider,
  person: ExternalPerson,
): Promise<void> {
  const identities = await listIdentities(tx, userId);
  if (identities.some((each) => each.provider === provider.id)) {
    throw new AuthFailure(
      422,
      "identity_already_exists",
      "An identity of this provider is already linked",
    );
  }
  if (await addIdentity(tx, userId, provider, vouchedFor(provider, person))) return;
  throw new AuthFailure(
    422,
    "identity_already_exists",
    "Identity is already linked to another user",
  );
}

/** What counts as verified of somebody: only an address for which the provider may speak. */
function vouchedFor(provider: OidcProvider, person: ExternalPerson): ExternalPerson {
  return { ...person, emailVerified: trustedAddress(provider, person) !== null };
}

/** The address by which the provider may find an account, in lower case; null if it may not. */
function trustedAddress(provider: OidcProvider, person: ExternalPerson): string | null {
  const { email, emailVerified } = person;
  if (!emailVerified || email === undefined || !/^[!-~]+$/.test(email)) return null;
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const { emailDomains } = provider;
  return emailDomains === undefined || emailDomains.includes(domain) ? address : null;
}

function checkNotBanned({ banned }: Account): void {
  if (banned) throw new AuthFailure(400, "user_banned", "User is banned");
}
