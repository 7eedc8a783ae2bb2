import { z } from "zod/mini";
import { TEMPORARY_PASSWORD_UNTIL } from "../_shared/contracts/account-reset.ts";
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from "../_shared/contracts/idempotency.ts";
import { PASSWORD_LIMIT_BYTES } from "../_shared/contracts/password.ts";
import {
  type CreateUserReply,
  type CreateUserRequest,
  createUserRequestSchema,
} from "../_shared/contracts/user-requests.ts";
import {
  type AdministratorContext,
  administratorFunction,
} from "../_shared/request/administrator-request.ts";
import { checkOwnCompany } from "../_shared/request/managed-person.ts";
import { Refused } from "../_shared/request/refused.ts";
import { malformed, sha256 } from "../_shared/request/request-body.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";
import { newTemporaryPassword } from "../_shared/request/temporary-password.ts";

const wrongEmail = "The email is not a valid email address.";
const wrongPassword = (minimum: number) =>
  `The password must have at least ${minimum} characters, at most ${PASSWORD_LIMIT_BYTES} bytes, and must not be easy to guess.`;

/**
 * How long a new person has to sign in with a temporary password, in milliseconds. Longer than after
 * a reset: nothing is in the account yet, and a new crew does not start on the same day.
 */
const PASSWORD_LIFE = 7 * 24 * 60 * 60 * 1000;

/**
 * `create-user`: creates an account, its profile and its role, or none of the three. Sent again with
 * its idempotency key after a lost reply, it says what it did before.
 */
export const createHandler = administratorFunction({
  name: "create-user",
  body: createUserRequestSchema,
  limit: 64 * 1024,
  tooLarge: "That is more than describes a person.",
  wrong: ({ passwordMinimum }) => ({
    email: wrongEmail,
    password: wrongPassword(passwordMinimum),
    full_name: "The full name is missing or not valid.",
    role: "The role must be field_tech or admin.",
    company_id: "The company is missing or not valid.",
  }),

  async work(input, context): Promise<CreateUserReply> {
    const { caller, rest, auth, environment, ports } = context;
    checkOwnCompany(caller, input.company_id, "You can add people to your own company only.");
    await checkCompanyExists(rest, input.company_id);

    const { passwordMinimum } = environment;
    if (input.password !== undefined && input.password.length < passwordMinimum) {
      throw malformed("password", wrongPassword(passwordMinimum));
    }
    const key = idempotencyKeySchema.safeParse(context.headers.get(IDEMPOTENCY_KEY_HEADER)).data;
    const made =
      input.password === undefined
        ? {
            password: newTemporaryPassword(input.email, passwordMinimum),
            expires_at: new Date(ports.clock.now() + PASSWORD_LIFE).toISOString(),
          }
        : undefined;
    const account = await auth.createUser({
      email: input.email,
      password: input.password ?? made?.password ?? "",
      user_metadata: { full_name: input.full_name },
      app_metadata: {
        ...(key !== undefined && { creation_key: key }),
        ...(made && { [TEMPORARY_PASSWORD_UNTIL]: made.expires_at }),
      },
    });
    const created = (user: CreateUserReply["user"]) => ({ user, ...(made && { temporary: made }) });
    switch (account.kind) {
      case "email_taken": {
        const holder = await findHolder(rest, input.email);
        const before = key === undefined ? null : await createdBefore(holder, input, key, context);
        if (before === null) {
          const isInList = caller.company_id !== null && holder?.company_id === caller.company_id;
          const mayKnow = caller.role === "super_admin" || isInList;
          const told = mayKnow ? null : await asIfCreated(input, key, context);
          if (told !== null) return created(told);
          const message = "Somebody with this email address is there already.";
          throw new Refused(422, "email_taken", message, { field: "email" });
        }
        // The first password was in a reply that was lost.
        if (made) await auth.setTemporaryPassword(before.id, made.password, made.expires_at);
        return created(before);
      }
      case "weak_password":
        throw malformed("password", "This password is too weak: choose a longer, less common one.");
      case "bad_email":
        throw malformed("email", wrongEmail);
    }

    try {
      await equip(context, account.id, input);
    } catch (error) {
      // No administrator would see an account without a company and role, and its e-mail address
      // would stay taken.
      await auth.deleteUser(account.id).catch(console.error);
      // The company may have been deleted meanwhile.
      await checkCompanyExists(rest, input.company_id);
      throw error;
    }
    return created({ id: account.id, email: account.email });
  },
});

type Holder = Awaited<ReturnType<typeof findHolder>>;

/** Whose address it is; undefined for an account that has no profile. */
async function findHolder(rest: ServiceRest, email: string) {
  const query = { email: `eq.${email.toLowerCase()}`, select: "id, company_id" };
  const row = z.object({ id: z.uuid(), company_id: z.nullable(z.uuid()) });
  return (await rest.select("profiles", query, row)).at(0);
}

/**
 * What is answered for an address that belongs to somebody whom the caller may not know of: the same
 * as for a new one, because otherwise anybody could find out who works for other companies. Nobody is
 * created, and super administrators read in the log that it was tried.
 * @returns null for another request for the address: whoever had been created would be known by then
 */
async function asIfCreated(
  { email, company_id: company, role }: CreateUserRequest,
  key: string | undefined,
  { caller, rest, environment: { serviceRoleKey } }: AdministratorContext,
): Promise<CreateUserReply["user"] | null> {
  const address = email.toLowerCase();
  // It looks like any other id, and only the server can tell that it is none.
  const digest = await sha256([serviceRoleKey, key ?? crypto.randomUUID(), address].join(" "));
  const id = digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
  const note = { noted: id, caller: caller.id, company, address, role };
  return (await rest.call("note_taken_address", note)) === true ? { id, email: address } : null;
}

/**
 * The person whom an earlier request with the same key created in this company; null when somebody
 * else has the address. Once they have signed in, the account is theirs: no repetition finds it.
 */
async function createdBefore(
  profile: Holder,
  input: CreateUserRequest,
  key: string,
  context: AdministratorContext,
): Promise<CreateUserReply["user"] | null> {
  const { auth } = context;
  const isElsewhere =
    profile?.company_id !== null && profile?.company_id !== input.company_id.toLowerCase();
  const account = profile === undefined || isElsewhere ? null : await auth.findUser(profile.id);
  if (account === null || typeof account.last_sign_in_at === "string") return null;
  const { creation_key, [TEMPORARY_PASSWORD_UNTIL]: until } = account.app_metadata;
  // Another temporary password replaces only a temporary one.
  const isTemporary = until !== undefined;
  if (creation_key !== key || isTemporary !== (input.password === undefined)) return null;
  // The server stopped between the account and its profile.
  if (profile?.company_id === null) await equip(context, account.id, input);
  return { id: account.id, email: account.email };
}

async function checkCompanyExists(rest: ServiceRest, companyId: string): Promise<void> {
  const query = { id: `eq.${companyId}`, select: "id" };
  if ((await rest.select("companies", query, z.unknown())).length > 0) return;
  throw new Refused(404, "not_found", "This company does not exist.", { field: "company_id" });
}

/** Fills in the profile, which was created with the account, and adds the role, all or nothing. */
async function equip(
  { rest, caller }: AdministratorContext,
  person: string,
  input: CreateUserRequest,
): Promise<void> {
  const { email: _, password: __, ...wanted } = input;
  await rest.call("equip_person", { person, caller: caller.id, wanted });
}
