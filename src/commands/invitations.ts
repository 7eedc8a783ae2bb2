import type { Company } from "@contracts/company.ts";
import type { CreateUserRequest } from "@contracts/user-requests.ts";
import { v5 as uuidv5 } from "uuid";
import type { Command } from "./command-result.ts";
import { createCompany } from "./companies.ts";
import { addPerson, type TemporaryPassword } from "./people.ts";

type Named = Pick<Company, "id" | "name">;

/** The company of an invitation, and its administrator. */
export interface Invitation {
  /** The id of the request for early access. */
  requestId: string;
  /** A company that is there, or the name of a new one. */
  company: Named | { name: string };
  administrator: { fullName: string; email: string };
}

/** The result of an invitation. */
export type Invited =
  | { kind: "done"; company: Named; temporary: TemporaryPassword | null }
  /** Nothing was made. */
  | { kind: "no_company"; message: string }
  /** The company is there, and has no administrator from this invitation yet. */
  | {
      kind: "no_administrator";
      company: Named;
      message: string;
      /** `unanswered`: it may be there after all. */
      reason: "taken" | "unanswered" | "refused";
    };

/**
 * Creates the company of somebody who asked for early access, and its administrator with a temporary
 * password. It can be sent again after any failure, also from another device: company and key follow
 * from the request, so that nothing is made twice.
 */
export async function invite(
  command: Command<"functions" | "rows">,
  { requestId, company: wanted, administrator }: Invitation,
): Promise<Invited> {
  const company = "id" in wanted ? wanted : { ...wanted, id: invitedCompanyId(requestId) };
  if (!("id" in wanted)) {
    const made = await createCompany(command, company);
    if (made.kind === "failed") return { kind: "no_company", message: made.message };
  }
  const { fullName: full_name, email } = administrator;
  const request: CreateUserRequest = {
    ...{ full_name, email, role: "admin", company_id: company.id },
    can_use_snap_agent: true,
    can_use_voice_agent: true,
    can_use_label_agent: true,
  };
  const key = uuidv5(`administrator ${email.toLowerCase()}`, requestId);
  const created = await addPerson(command, request, key);
  if (created.kind === "created") return { kind: "done", company, temporary: created.temporary };
  const { kind } = created;
  const message =
    "message" in created
      ? created.message
      : kind === "paced"
        ? "The server asks for a pause. Try it again in a minute."
        : "The server did not answer. Try it once more.";
  const reason = kind === "taken" || kind === "unanswered" ? kind : "refused";
  return { kind: "no_administrator", company, reason, message };
}

/**
 * The id of the company that is made from a request for early access. It is not the request's own
 * id, which a visitor's device chose: it could be the id of a company that is there.
 */
export function invitedCompanyId(requestId: string): string {
  return uuidv5("company", requestId);
}
