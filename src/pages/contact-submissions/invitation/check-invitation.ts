import { COMPANY_NAME_LIMIT, type Company } from "@contracts/company.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { plainName } from "@contracts/plain-name.ts";
import { createUserRequestSchema } from "@contracts/user-requests.ts";
import type { Invitation } from "#commands/invitations.ts";
import { asCompared } from "#features/administration/company-choices.ts";

/** The typed data of an invitation. */
export interface TypedInvitation {
  companyName: string;
  /** The id of a company of that name, `NEW` for another one of that name; null until chosen. */
  sameName: string | null;
  fullName: string;
  email: string;
}

export const NEW_COMPANY = "new";

export type InvitationField = keyof TypedInvitation;

export type CheckedInvitation =
  | { ok: true; invitation: Invitation }
  | { ok: false; first: InvitationField; byField: Partial<Record<InvitationField, string>> };

/** The invitation that a request asks for. */
export function invitationFrom({ company, name, email }: EarlyAccessRequest): TypedInvitation {
  return {
    companyName: plainName(company),
    sameName: null,
    fullName: plainName(name),
    email: email.trim(),
  };
}

/**
 * Checks the typed data with the same rules as the server.
 * @param made the company that was already created from this request, if there is one
 * @param companies all companies; one of the same name may be meant
 */
export function checkInvitation(
  typed: TypedInvitation,
  requestId: string,
  made: Company | undefined,
  companies: readonly Company[],
): CheckedInvitation {
  const { sameName, email } = typed;
  const companyName = plainName(typed.companyName);
  const fullName = plainName(typed.fullName);
  const byField: Partial<Record<InvitationField, string>> = {};
  const alike = made === undefined ? companiesNamed(companyName, companies) : [];
  const chosen = made ?? alike.find(({ id }) => id === sameName);
  if (made === undefined) {
    if (companyName === "") byField.companyName = "Please enter a company name";
    if (companyName.length > COMPANY_NAME_LIMIT) {
      byField.companyName = `A company name has at most ${COMPANY_NAME_LIMIT} characters`;
    }
    if (alike.length > 0 && chosen === undefined && sameName !== NEW_COMPANY) {
      byField.sameName = "Choose which company is meant";
    }
  }
  const { full_name, email: address } = createUserRequestSchema.shape;
  if (!full_name.safeParse(fullName).success) {
    byField.fullName =
      fullName === "" ? "Full name is required" : "Full name must be at most 200 characters";
  }
  if (!address.safeParse(email.trim()).success) {
    byField.email = email.trim() === "" ? "Email is required" : "Invalid email address";
  }
  const [first] = Object.keys(byField) as InvitationField[];
  if (first !== undefined) return { ok: false, first, byField };
  const company =
    chosen === undefined ? { name: companyName } : { id: chosen.id, name: chosen.name };
  const administrator = { fullName, email: email.trim() };
  return { ok: true, invitation: { requestId, company, administrator } };
}

/** The companies whose name looks the same. */
export function companiesNamed(name: string, companies: readonly Company[]): readonly Company[] {
  const wanted = asCompared(name);
  return wanted === "" ? [] : companies.filter((company) => asCompared(company.name) === wanted);
}
