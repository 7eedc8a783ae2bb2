import { z } from "zod/mini";
import { TEMPORARY_PASSWORD_UNTIL } from "../_shared/contracts/account-reset.ts";
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from "../_shared/contracts/idempotency.ts";
import { PASSWORD_LIMIT_BYTES, PASSWORD_MINIMUM } from "../_shared/contracts/password.ts";
import type { Person } from "../_shared/contracts/person.ts";
import {
  type CreateUserReply,
  type CreateUserRequest,
  createUserRequestSchema,
} from "../_shared/contracts/user-requests.ts";
import {
  type AdministratorContext,
  createAdministratorHandler,
} from "../_shared/request/administrator-request.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { readJson } from "../_shared/request/json-body.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { Refused } from "../_shared/request/refused.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";
import { newTemporaryPassword } from "../_shared/request/temporary-password.ts";

const terms = {
  limit: 64 * 1024,
  tooLarge: "That is more than describes a person.",
  wrong: {
    email: "The email is not a valid email address.",
    password: `The password must have at least ${PASSWORD_MINIMUM} characters, at most ${PASSWORD_LIMIT_BYTES} bytes, and must not be easy to guess.`,
    full_name: "The full name is missing or not valid.",
    role: "The role must be field_tech or admin.",
    company_id: "The company is missing or not valid.",
  },
};

/**
 * How long a new person has to sign in with a temporary password, in milliseconds. Longer than after
 * a reset: nothing is in the account yet, and a new crew does not start on the same day.
 */
const PASSWORD_LIFE = 7 * 24 * 60 * 60 * 1000;

/**
 * `create-user`: creates an account, its profile and its role, or none of the three. Sent again with
 * its idempotency key after a lost reply, it says what it did before.
 */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAdministratorHandler(
    {
      name: "create-user",
      parse: (request) => readJson(request, createUserRequestSchema, terms),
      work: (input, context) => work(input, context, ports),
    },
    environment,
    ports,
  );
}

async function work(
  input: CreateUserRequest,
  context: AdministratorContext,
  ports: Ports,
): Promise<CreateUserReply> {
  const { caller, rest, auth } = context;
  checkScope(caller, input.company_id);
  await checkCompanyExists(rest, input.company_id);

  const key = idempotencyKeySchema.safeParse(context.headers.get(IDEMPOTENCY_KEY_HEADER)).data;
  const made = input.password === undefined ? newPassword(input.email, ports) : undefined;
  const account = await auth.createUser({
    email: input.email,
    password: input.password ?? made?.password ?? "",
    fullName: input.full_name,
    marks: {
      ...(key !== undefined && { creation_key: key }),
      ...(made && { [TEMPORARY_PASSWORD_UNTIL]: made.expires_at }),
    },
  });
  switch (account.kind) {
    case "email_taken": {
      const before = key === undefined ? null : await createdBefore(input, key, context);
      if (before === null) {
        throw new Refused(
          422,
          "email_taken",
          "Somebody with this email address is there already.",
          { field: "email" },
        );
      }
      if (made === undefined) return { user: before };
      // The first password was in a reply that was lost.
      await auth.setTemporaryPassword(before.id, made.password, new Date(made.expires_at));
      return { user: before, temporary: made };
    }
    case "weak_password":
      throw malformed("password", "This password is too weak: choose a longer, less common one.");
    case "bad_email":
      throw malformed("email", terms.wrong.email);
  }

  try {
    await equip(rest, account.id, input);
  } catch (error) {
    // No administrator would see an account without a company and role, and its e-mail address
    // would stay taken.
    await auth.deleteUser(account.id).catch(console.error);
    // The company may have been deleted meanwhile.
    await checkCompanyExists(rest, input.company_id);
    throw error;
  }
  return { user: { id: account.id, email: account.email }, ...(made && { temporary: made }) };
}

const profileSchema = z.object({ id: z.uuid(), company_id: z.nullable(z.uuid()) });

function newPassword(email: string, ports: Ports) {
  return {
    password: newTemporaryPassword(email),
    expires_at: new Date(ports.clock.now() + PASSWORD_LIFE).toISOString(),
  };
}

/**
 * The person whom an earlier request with the same key created in this company; null when somebody
 * else has the address. Once they have signed in, the account is theirs: no repetition finds it.
 */
async function createdBefore(
  input: CreateUserRequest,
  key: string,
  { rest, auth }: AdministratorContext,
): Promise<CreateUserReply["user"] | null> {
  const rows = await rest.select("profiles", {
    email: `eq.${input.email.toLowerCase()}`,
    select: "id, company_id",
  });
  const [profile] = z.array(profileSchema).parse(rows);
  const isElsewhere =
    profile?.company_id !== null && profile?.company_id !== input.company_id.toLowerCase();
  const account = profile === undefined || isElsewhere ? null : await auth.findUser(profile.id);
  if (account === null || account.marks.creation_key !== key || account.isUsed) return null;
  // Another temporary password replaces only a temporary one.
  const isTemporary = account.marks[TEMPORARY_PASSWORD_UNTIL] !== undefined;
  if (isTemporary !== (input.password === undefined)) return null;
  // The server stopped between the account and its profile.
  if (profile?.company_id === null) await equip(rest, account.id, input);
  return { id: account.id, email: account.email };
}

/** An administrator may add people only to their own company. */
function checkScope(caller: Person, companyId: string): void {
  if (caller.role !== "super_admin" && caller.company_id !== companyId.toLowerCase()) {
    throw new Refused(403, "forbidden", "You can add people to your own company only.");
  }
}

async function checkCompanyExists(rest: ServiceRest, companyId: string): Promise<void> {
  const rows = await rest.select("companies", { id: `eq.${companyId}`, select: "id" });
  if (Array.isArray(rows) && rows.length > 0) return;
  throw new Refused(404, "not_found", "This company does not exist.", { field: "company_id" });
}

/** Fills in the profile, which was created with the account, and adds the role. */
async function equip(rest: ServiceRest, id: string, input: CreateUserRequest): Promise<void> {
  await rest.update(
    "profiles",
    { id: `eq.${id}` },
    {
      company_id: input.company_id,
      full_name: input.full_name,
      can_use_snap_agent: input.can_use_snap_agent,
      can_use_voice_agent: input.can_use_voice_agent,
      can_use_label_agent: input.can_use_label_agent ?? false,
    },
  );
  await rest.insert("user_roles", { user_id: id, role: input.role });
}

function malformed(field: string, message: string): Refused {
  return new Refused(400, "malformed", message, { field });
}
