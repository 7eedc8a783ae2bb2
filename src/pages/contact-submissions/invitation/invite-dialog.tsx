import type { Company } from "@contracts/company.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { Alert, Button, Group, TextInput } from "@mantine/core";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type Invited, invite, invitedCompanyId } from "#commands/invitations.ts";
import { AdminDialog, SubmitRow } from "#features/administration/admin-dialog.tsx";
import classes from "#features/administration/administration.module.css";
import { Choices } from "#features/administration/choices.tsx";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { TemporaryPassword } from "#features/administration/temporary-password.tsx";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { useMirroredList } from "#features/lists/use-list.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { formatDay } from "#ui/format.ts";
import {
  checkInvitation,
  companiesNamed,
  type InvitationField,
  invitationFrom,
  NEW_COMPANY,
  type TypedInvitation,
} from "./check-invitation.ts";

type Done = Extract<Invited, { kind: "done" }>;
type Failure = Exclude<Invited, Done>;

/**
 * Creates the company of a request for early access, and its administrator. What was made before,
 * here or by somebody else, is told and not made again.
 */
export function InviteDialog(props: { submission: EarlyAccessRequest; onClose: () => void }) {
  const { submission } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  const { rows: companies = [], state } = useMirroredList(COMPANIES);
  const [typed, setTyped] = useState<TypedInvitation>(() => invitationFrom(submission));
  const [wrong, setWrong] = useState<Partial<Record<InvitationField, string>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  // Before the companies are known, one of the same name would be overlooked.
  const isReady = command !== null && typeof state.refreshed === "number";
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
    if (busy || !isReady || readOnly) return;
    const fields = event.currentTarget;
    const checked = checkInvitation(typed, submission.id, made, companies);
    setWrong(checked.ok ? {} : checked.byField);
    if (!checked.ok) {
      fields.querySelector<HTMLElement>(`[name="${checked.first}"]`)?.focus();
      return;
    }
    setMadeBefore(made);
    setBusy(true);
    setFailure(null);
    const invited = await invite(command, checked.invitation);
    setBusy(false);
    if (invited.kind === "done") return setDone(invited);
    setFailure(invited);
    if (invited.kind !== "no_administrator" || invited.reason !== "taken") return;
    setWrong({ email: "Use another email address" });
  }

  const field = (
    name: "companyName" | "fullName" | "email",
    label: string,
    more: Partial<TypedInvitation> = {},
  ) => ({
    ...{ name, label, required: true, withAsterisk: false, autoComplete: "off" },
    ...{ value: typed[name], error: wrong[name] },
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ [name]: event.currentTarget.value, ...more }),
  });

  return (
    <AdminDialog
      company="named inside"
      onClose={() => !busy && props.onClose()}
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
                {...field("companyName", "Company name", { sameName: null })}
                readOnly={busy}
              />
              {alike.length > 0 && (
                <Choices
                  legend={
                    alike.length === 1
                      ? "A company of this name is there already"
                      : `${alike.length} companies of this name are there already`
                  }
                  name="sameName"
                  choices={[
                    ...alike.map((company) => ({
                      value: company.id,
                      label: `Use ${company.name}`,
                      effect: listFacts(company),
                    })),
                    {
                      value: NEW_COMPANY,
                      label: "Create another company",
                      effect: "Two companies then have this name.",
                    },
                  ]}
                  chosen={typed.sameName}
                  onChoose={(sameName) => change({ sameName })}
                  named="with effect"
                  error={wrong.sameName}
                />
              )}
            </>
          ) : (
            <p>
              The company <strong>{shownName(made)}</strong> was created from this request on{" "}
              {formatDay(Date.parse(made.created_at))}, and is not created again. Its administrator:
            </p>
          )}
          <TextInput {...field("fullName", "Administrator's name")} />
          <TextInput
            {...field("email", "Administrator's email")}
            type="email"
            autoCapitalize="none"
          />
          <p className={classes.effect}>
            They get a temporary password, which works for 7 days. You see it once, and tell it to
            them; when they first sign in, they choose their own. No mail is sent.
          </p>
          {failure !== null && (
            <Alert color="red" role="alert" title={failureTitle(failure, madeId, shownName)}>
              {failure.message} Trying again makes nothing twice.
            </Alert>
          )}
          <SubmitRow
            label={busy ? "Inviting..." : "Invite"}
            disabled={!isReady}
            busy={busy}
            onCancel={props.onClose}
          />
        </form>
      )}
    </AdminDialog>
  );
}

function listFacts({ id, user_count, created_at }: Company): string {
  const users = user_count === 1 ? "1 user" : `${user_count.toLocaleString()} users`;
  return `${users} · Created ${formatDay(Date.parse(created_at))} · ID ${id.slice(0, 8)}`;
}

function failureTitle(
  failure: Failure,
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

/** Shows what an invitation has made. The temporary password is shown here, and nowhere else. */
function InviteResult(props: {
  done: Done;
  /** Its name, made different from that of another company. */
  companyName: string;
  administrator: { fullName: string; email: string };
  isNewCompany: boolean;
  onClose: () => void;
}) {
  const { company, temporary } = props.done;
  const { fullName, email } = props.administrator;
  const close = useRef<HTMLButtonElement>(null);
  // The pressed button is gone by now, and with it the focus.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={classes.form}>
      <div role="status" className={classes.form}>
        <p>
          {props.isNewCompany && (
            <>
              The company <strong>{props.companyName}</strong> is created.{" "}
            </>
          )}
          {fullName} ({email}) is an administrator of <strong>{props.companyName}</strong>, and
          signs in at {location.host}.
        </p>
        {temporary !== null && (
          <TemporaryPassword
            name={fullName}
            password={temporary.password}
            expiresAt={temporary.expires_at}
          />
        )}
      </div>
      <Group justify="space-between">
        <Link to={`/admin?tab=users&company=${company.id}`} className={classes.link ?? ""}>
          Manage {props.companyName}
        </Link>
        <Button ref={close} onClick={props.onClose}>
          Done
        </Button>
      </Group>
    </div>
  );
}
