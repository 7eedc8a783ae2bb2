import { PASSWORD_LIMIT_BYTES, passwordFault } from "@contracts/password.ts";
import { plainName } from "@contracts/plain-name.ts";
import {
  type CreateUserRequest,
  createUserRequestSchema,
  type NewPersonRole,
} from "@contracts/user-requests.ts";

/** The typed data of a new person; `companyId` is empty until one is chosen. */
export interface TypedUser {
  fullName: string;
  email: string;
  password: string;
  companyId: string;
  role: NewPersonRole;
  snap: boolean;
  voice: boolean;
  label: boolean;
}

export type NewUserField = "fullName" | "email" | "password" | "companyId";

/** The request to create the person, or the problem of each wrong field. */
export type CheckedUser =
  | { ok: true; request: CreateUserRequest }
  | { ok: false; first: NewUserField; byField: Partial<Record<NewUserField, string>> };

const FIELDS: Readonly<Record<string, NewUserField>> = {
  full_name: "fullName",
  email: "email",
  password: "password",
  company_id: "companyId",
};

/**
 * Checks the data with the same rules as the server.
 * @param typed without a password (null), the server makes one
 * @param passwordMinimum the shortest password of this deployment, in characters
 */
export function checkNewUser(
  typed: Omit<TypedUser, "password"> & { password: string | null },
  passwordMinimum: number,
): CheckedUser {
  const { password, fullName } = typed;
  const email = typed.email.trim();
  const fault = password === null ? null : passwordFault(password, email, passwordMinimum);
  const parsed = createUserRequestSchema.safeParse({
    full_name: fullName,
    email,
    ...(password !== null && { password }),
    company_id: typed.companyId,
    role: typed.role,
    can_use_snap_agent: typed.snap,
    can_use_voice_agent: typed.voice,
    can_use_label_agent: typed.label,
  });
  if (parsed.success && fault === null) return { ok: true, request: parsed.data };
  const wrong = new Set(parsed.error?.issues.map(({ path }) => FIELDS[String(path[0])]));
  if (fault !== null) wrong.add("password");
  const problems: Record<NewUserField, string> = {
    fullName:
      plainName(fullName) === ""
        ? "Full name is required"
        : "Full name must be at most 200 characters",
    email: email === "" ? "Email is required" : "Invalid email address",
    password: describePasswordFault(fault, passwordMinimum),
    companyId: "Please select a company for the user",
  };
  const inOrder = Object.values(FIELDS).filter((field) => wrong.has(field));
  return {
    ok: false,
    first: inOrder[0] ?? "fullName",
    byField: Object.fromEntries(inOrder.map((field) => [field, problems[field]])),
  };
}

function describePasswordFault(fault: ReturnType<typeof passwordFault>, minimum: number): string {
  if (fault === "short") return `Password must be at least ${minimum} characters`;
  if (fault === "long") return `Password must be at most ${PASSWORD_LIMIT_BYTES} bytes`;
  return "Password is easy to guess: choose another one";
}
