import type { Company } from "@contracts/company.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { Alert, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { type Invited, invite, invitedCompanyId } from "#commands/invitations.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { SubmitRow } from "#features/administration/submit-row.tsx";
import { useCompanyNames } from "#features/administration/use-company-names.ts";
import { formatDay } from "#ui/format.ts";
import {
  checkInvitation,
  companiesNamed,
  type InvitationField,
  invitationFrom,
  type TypedInvitation,
} from "./check-invitation.ts";
import classes from "./invite-dialog.module.css";
import { InviteResult } from "./invite-result.tsx";
import { SameNameField } from "./same-name-field.tsx";

/**
 * Creates the company of a request for early access, and its administrator. What was made before,
 * here or by somebody else, is told and not made again.
 */
export function InviteDialog(props: {
  submission: EarlyAccessRequest;
  companies: readonly Company[];
  /** Before they are, a company of the same name would be overlooked. */
  areCompaniesKnown: boolean;
  command: AdministrationCommand | null;
  /** Why nothing can be done now; null if it is possible. */
  readOnlyReason: string | null;
  onClose: () => void;
}) {
  const { submission, companies, areCompaniesKnown, command, readOnlyReason } = props;
  const [typed, setTyped] = useState<TypedInvitation>(() => invitationFrom(submission));
  const [wrong, setWrong] = useState<Partial<Record<InvitationField, string>>>({});
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const [result, setResult] = useState<Exclude<Invited, { kind: "done" }> | null>(null);
  const [done, setDone] = useState<Extract<Invited, { kind: "done" }> | null>(null);
  const isReady = command !== null && areCompaniesKnown;
  const madeId = invitedCompanyId(submission.id);
  const [madeBefore, setMadeBefore] = useState<Company>();
  // While it is being sent, the company is in the mirror before the server has it.
  const made = busy ? madeBefore : companies.find(({ id }) => id === madeId);
  const names = useCompanyNames();
  const shownName = ({ id, name }: Pick<Company, "id" | "name">) => names.get(id) ?? name;
  const alike = companiesNamed(typed.companyName, companies).filter(({ id }) => id !== madeId);

  function change(part: Partial<TypedInvitation>): void {
    setTyped((before) => ({ ...before, ...part }));
    setWrong((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))),
    );
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (underWay.current || !isReady || readOnlyReason !== null) return;
    const fields = event.currentTarget;
    const checked = checkInvitation(typed, submission.id, made, companies);
    setWrong(checked.ok ? {} : checked.byField);
    if (!checked.ok) {
      fields.querySelector<HTMLElement>(`[name="${checked.first}"]`)?.focus();
      return;
    }
    underWay.current = true;
    setMadeBefore(made);
    setBusy(true);
    setResult(null);
    const invited = await invite(command, checked.invitation);
    underWay.current = false;
    setBusy(false);
    if (invited.kind === "done") return setDone(invited);
    setResult(invited);
    if (invited.kind !== "no_administrator" || invited.reason !== "taken") return;
    setWrong({ email: "Use another email address" });
  }

  return (
    <AdminDialog
      company="named inside"
      onClose={() => !underWay.current && props.onClose()}
      title={`Invite ${submission.name}`}
      closeOnClickOutside={false}
      // A temporary password must not be lost by a key.
      closeOnEscape={done === null}
      withCloseButton={done === null}
    >
      {done !== null ? (
        <InviteResult
          done={done}
          companyName={shownName(done.company)}
          administrator={typed}
          isNewCompany={done.company.id === madeId}
          onClose={props.onClose}
        />
      ) : (
        <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
          {made === undefined ? (
            <>
              <TextInput
                name="companyName"
                label="Company name"
                required
                withAsterisk={false}
                autoComplete="off"
                readOnly={busy}
                value={typed.companyName}
                error={wrong.companyName}
                onChange={({ currentTarget: { value } }) =>
                  change({ companyName: value, sameName: null })
                }
              />
              {alike.length > 0 && (
                <SameNameField
                  companies={alike}
                  chosen={typed.sameName}
                  error={wrong.sameName}
                  onChoose={(sameName) => change({ sameName })}
                />
              )}
            </>
          ) : (
            <p>
              The company <strong>{shownName(made)}</strong> was created from this request on{" "}
              {formatDay(Date.parse(made.created_at))}, and is not created again. Its administrator:
            </p>
          )}
          <TextInput
            name="fullName"
            label="Administrator's name"
            required
            withAsterisk={false}
            autoComplete="off"
            value={typed.fullName}
            error={wrong.fullName}
            onChange={({ currentTarget: { value } }) => change({ fullName: value })}
          />
          <TextInput
            name="email"
            type="email"
            label="Administrator's email"
            required
            withAsterisk={false}
            autoComplete="off"
            autoCapitalize="none"
            value={typed.email}
            error={wrong.email}
            onChange={({ currentTarget: { value } }) => change({ email: value })}
          />
          <p className={classes.about}>
            They get a temporary password, which works for 7 days. You see it once, and tell it to
            them; when they first sign in, they choose their own. No mail is sent.
          </p>
          {result !== null && (
            <Alert color="red" role="alert" title={failureTitle(result, madeId, shownName)}>
              {result.message} Trying again makes nothing twice.
            </Alert>
          )}
          <SubmitRow
            label={busy ? "Inviting..." : "Invite"}
            readOnlyReason={readOnlyReason}
            disabled={!isReady}
            busy={busy}
            onCancel={props.onClose}
          />
        </form>
      )}
    </AdminDialog>
  );
}

function failureTitle(
  failure: Exclude<Invited, { kind: "done" }>,
  madeId: string,
  shownName: (company: Pick<Company, "id" | "name">) => string,
): string {
  if (failure.kind === "no_company") return "The company could not be created";
  const { company, reason } = failure;
  const made = company.id === madeId ? `The company ${shownName(company)} is created. ` : "";
  return reason === "unanswered"
    ? `${made}Its new administrator may be created or not`
    : `${made}Its new administrator is not created`;
}
