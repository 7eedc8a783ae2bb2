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

/** `create-user`: creates an account, its profile and its role, or none of the three. */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAdministratorHandler(
    {
      name: "create-user",
      parse: (request) => readJson(request, createUserRequestSchema, terms),
      work,
    },
    environment,
    ports,
  );
}

async function work(
  input: CreateUserRequest,
  { caller, rest, auth }: AdministratorContext,
): Promise<CreateUserReply> {
  checkScope(caller, input.company_id);
  await checkCompanyExists(rest, input.company_id);

  const account = await auth.createUser({
    email: input.email,
    password: input.password,
    fullName: input.full_name,
  });
  switch (account.kind) {
    case "email_taken":
      throw new Refused(422, "email_taken", "Somebody with this email address is there already.", {
        field: "email",
      });
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
  return { user: { id: account.id, email: account.email } };
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
