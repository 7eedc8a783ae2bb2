import type { ResetAction, ResetUserReply } from "@contracts/account-reset.ts";
import type { Person } from "@contracts/person.ts";
import { Alert, Button, Group, Text } from "@mantine/core";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { resetPerson } from "#commands/people.ts";
import { AdminDialog, SubmitRow } from "#features/administration/admin-dialog.tsx";
import classes from "#features/administration/administration.module.css";
import { Choices } from "#features/administration/choices.tsx";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { TemporaryPassword } from "#features/administration/temporary-password.tsx";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { useSession } from "#session/session.ts";
import { ChangeLog } from "./change-log.tsx";
import { personName } from "./people.ts";
import { NO_MAIL, RESET_TEXTS } from "./reset-texts.ts";

const ACTIONS = Object.keys(RESET_TEXTS) as ResetAction[];

/**
 * Helps a person who cannot sign in. Shows what the person will see before anything is done, and what
 * was done once the server has done it.
 */
export function ResetDialog(props: { person: Person; onClose: () => void }) {
  const { person } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  const name = personName(person);
  const changes = useMemo(() => ({ personId: person.id }), [person.id]);
  const company = useCompanyNames().get(person.company_id ?? "") ?? null;
  const sendsMail = useSession((session) => session.deployment?.sendsMail ?? true);
  const [action, setAction] = useState<ResetAction>("temporary_password");
  const [busy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [reply, setReply] = useState<ResetUserReply | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  // The pressed button is gone by then, and with it the focus.
  useEffect(() => {
    if (reply !== null) close.current?.focus();
  }, [reply]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || command === null || readOnly) return;
    setBusy(true);
    setFailure(null);
    const result = await resetPerson(command, person, action);
    setBusy(false);
    setAttempts((before) => before + 1);
    if (result.kind === "done") setReply(result.reply);
    else setFailure(result.message);
  }

  const whom = describePerson(person, company);
  return (
    <AdminDialog
      company="named inside"
      onClose={() => !busy && props.onClose()}
      title="Reset Password or Second Factor"
      size="lg"
      closeOnClickOutside={false}
      // A temporary password must not be lost by a key.
      closeOnEscape={reply === null}
      withCloseButton={reply === null}
    >
      {reply === null ? (
        <form className={classes.form} onSubmit={(event) => void submit(event)}>
          <p>For {whom}.</p>
          {person.status === "suspended" && (
            <Text c="var(--fa-waiting-text)">
              {name} is suspended, and can sign in only after being activated.
            </Text>
          )}
          <Choices
            legend={`What ${name} needs`}
            name="action"
            choices={ACTIONS.map((each) => describeChoice(each, person, sendsMail))}
            chosen={action}
            onChoose={setAction}
          />
          {failure !== null && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <SubmitRow
            label={RESET_TEXTS[action].act}
            disabled={command === null}
            busy={busy}
            onCancel={props.onClose}
          />
        </form>
      ) : (
        <div className={classes.form}>
          <p>For {whom}.</p>
          <div role="status" className={classes.form}>
            <ResetResult name={name} reply={reply} />
          </div>
          <Group justify="flex-end">
            <Button ref={close} onClick={props.onClose}>
              Done
            </Button>
          </Group>
        </div>
      )}
      {/* Asked for anew after each attempt. */}
      <ChangeLog key={attempts} of={changes} />
    </AdminDialog>
  );
}

/** The person with their address and company, as far as there are any. */
function describePerson(person: Person, company: string | null): string {
  const address = person.email === null ? "" : ` (${person.email})`;
  return `${personName(person)}${address}${company === null ? "" : ` of ${company}`}`;
}

function describeChoice(action: ResetAction, person: Person, sendsMail: boolean) {
  const { choice, effect, signsOut } = RESET_TEXTS[action];
  const name = personName(person);
  const noMail = action === "recovery_link" && !sendsMail;
  const end = signsOut
    ? ` ${name} is signed out on all devices; what was not sent yet stays there.`
    : "";
  return {
    value: action,
    label: choice,
    effect: `${noMail ? NO_MAIL : effect(name, person.email ?? "")}${end}`,
    disabled: noMail || (action !== "remove_factors" && person.email === null),
  };
}

/** Shows what was done for a person. A temporary password is shown here, and nowhere else. */
function ResetResult({ name, reply }: { name: string; reply: ResetUserReply }) {
  switch (reply.action) {
    case "temporary_password":
      return (
        <>
          <TemporaryPassword
            name={name}
            password={reply.temporary_password}
            expiresAt={reply.expires_at}
          />
          <p>{name} is signed out on all devices.</p>
        </>
      );
    case "recovery_link":
      return (
        <p>
          The server was asked to mail a link to {reply.email}. If it does not arrive within a few
          minutes, set a temporary password instead.
        </p>
      );
    case "remove_factors":
      return (
        <p>
          {describeRemovedFactors(name, reply.removed)} {name} is signed out on all devices.
        </p>
      );
  }
}

function describeRemovedFactors(name: string, removed: number): string {
  if (removed === 0) return `${name} had no second factor.`;
  return removed === 1
    ? "The second factor was removed."
    : `${removed} second factors were removed.`;
}
