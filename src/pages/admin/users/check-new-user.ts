import { PASSWORD_LIMIT_BYTES, PASSWORD_MINIMUM, passwordFault } from "@contracts/password.ts";
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

/** A new person whose password the server makes if there is none. */
type NewUser = Omit<TypedUser, "password"> & { password: string | null };

/** Checks the data with the same rules as the server. */
export function checkNewUser(typed: NewUser): CheckedUser {
  const { password } = typed;
  const parsed = createUserRequestSchema.safeParse({
    full_name: typed.fullName,
    email: typed.email.trim(),
    ...(password !== null && { password }),
    company_id: typed.companyId,
    role: typed.role,
    can_use_snap_agent: typed.snap,
    can_use_voice_agent: typed.voice,
    can_use_label_agent: typed.label,
  });
  if (parsed.success) return { ok: true, request: parsed.data };
  const wrong = new Set(parsed.error.issues.map(({ path }) => FIELDS[String(path[0])]));
  const inOrder = Object.values(FIELDS).filter((field) => wrong.has(field));
  return {
    ok: false,
    first: inOrder[0] ?? "fullName",
    byField: Object.fromEntries(inOrder.map((field) => [field, wordsFor(field, typed)])),
  };
}

function wordsFor(field: NewUserField, typed: NewUser): string {
  switch (field) {
    case "fullName":
      return typed.fullName.trim() === ""
        ? "Full name is required"
        : "Full name must be at most 200 characters";
    case "email":
      return typed.email.trim() === "" ? "Email is required" : "Invalid email address";
    case "password":
      return passwordWords(passwordFault(typed.password ?? "", typed.email.trim()));
    case "companyId":
      return "Please select a company for the user";
  }
}

function passwordWords(fault: ReturnType<typeof passwordFault>): string {
  switch (fault) {
    case "short":
      return `Password must be at least ${PASSWORD_MINIMUM} characters`;
    case "long":
      return `Password must be at most ${PASSWORD_LIMIT_BYTES} bytes`;
    default:
      return "Password is easy to guess: choose another one";
  }
}
