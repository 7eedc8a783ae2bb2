import { AGENTS } from "@contracts/agent.ts";
import { passwordRule, readPasswordMinimum } from "@contracts/password.ts";
import type { NewPersonRole } from "@contracts/user-requests.ts";
import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import {
  type ChangeEvent,
  type Dispatch,
  type FormEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from "react";
import { createPerson } from "#commands/people.ts";
import { AdminDialog, SubmitRow } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { Check } from "#features/administration/choices.tsx";
import { companyChoices } from "#features/administration/company-choices.ts";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { useSession } from "#session/session.ts";
import { showError, showStatus } from "#ui/toast.ts";
import classes from "./add-user-dialog.module.css";
import { checkNewUser, type NewUserField, type TypedUser } from "./check-new-user.ts";
import { ROLE_NAMES } from "./people.ts";

const ROLES: readonly NewPersonRole[] = ["field_tech", "admin"];

/** Creates a person. The typed text stays until the server has created the person. */
export function AddUserDialog(props: {
  typed: TypedUser;
  onType: Dispatch<SetStateAction<TypedUser>>;
  /** Whether the viewer may add people to any company. */
  choosesCompany: boolean;
  onClose: () => void;
  onCreated: () => void;
}) {
  const { typed, onType, choosesCompany } = props;
  const { companyId } = typed;
  const command = useCommand();
  const readOnly = useReadOnly();
  const passwordMinimum = useSession(({ deployment }) => readPasswordMinimum(deployment));
  const [wrong, setWrong] = useState<Partial<Record<NewUserField, string>>>({});
  const [busy, setBusy] = useState(false);
  // An earlier choice is shown when the dialog is opened again.
  const [isMoreOpen] = useState(typed.label);
  const db = useMirror();
  const companies = useLive(() => readList(db, COMPANIES), [db]) ?? [];
  const choices = companyChoices(companies.filter(({ id }) => choosesCompany || id === companyId));
  const isListed = choices.some(({ value }) => value === companyId);
  const unlisted = companyId === "" ? "Select a company" : "Your company";
  const buttons = useRef<HTMLDivElement>(null);
  const keepToastsAbove = useToastsAbove(buttons);

  function change(part: Partial<TypedUser>): void {
    onType((before) => ({ ...before, ...part }));
    setWrong((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))),
    );
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || command === null || readOnly) return;
    const fields = event.currentTarget.elements;
    const checked = checkNewUser(typed, passwordMinimum);
    setWrong(checked.ok ? {} : checked.byField);
    if (!checked.ok) {
      const field = fields.namedItem(checked.first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    const result = await createPerson(command, checked.request);
    setBusy(false);
    if (result.kind === "failed") {
      keepToastsAbove();
      return showError("Failed to create user", result.message);
    }
    const name = checked.request.full_name;
    // To a company's administrator, nothing shows an address that another company's person has.
    const orElse = choosesCompany ? "" : ". If not, ask a super administrator.";
    showStatus("User created!", `${name} can sign in now${orElse}`);
    props.onCreated();
  }

  const field = (name: "fullName" | "email" | "password", label: string) => ({
    ...{ name, label, required: true, withAsterisk: false, value: typed[name], error: wrong[name] },
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ [name]: event.currentTarget.value }),
  });
  const permission = (agent: "snap" | "voice" | "label") => (
    <Check
      label={AGENTS[agent].name}
      checked={typed[agent]}
      onChange={(checked) => change({ [agent]: checked })}
    />
  );

  return (
    <AdminDialog
      company="named inside"
      onClose={() => !busy && props.onClose()}
      title="Add User"
      closeOnClickOutside={false}
    >
      <form noValidate className={shared.form} onSubmit={(event) => void submit(event)}>
        <TextInput {...field("fullName", "Full Name")} autoComplete="off" data-autofocus />
        <TextInput
          {...field("email", "Email")}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <PasswordInput
          {...field("password", "Password")}
          description={passwordRule(passwordMinimum)}
          autoComplete="new-password"
          visibilityToggleFocusable
          classNames={{ visibilityToggle: classes.reveal ?? "" }}
          // The label must not contain "password": only the field itself has that name.
          visibilityToggleButtonProps={{ "aria-label": "Show what is typed" }}
        />
        <NativeSelect
          name="companyId"
          label="Company"
          value={companyId}
          disabled={!choosesCompany}
          data={isListed ? choices : [{ value: companyId, label: unlisted }, ...choices]}
          error={companyId === "" && "Company required — Please select a company for the user"}
          onChange={(event) => change({ companyId: event.currentTarget.value })}
        />
        <NativeSelect
          label="Role"
          value={typed.role}
          data={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          onChange={(event) => change({ role: event.currentTarget.value as NewPersonRole })}
        />
        <fieldset className={shared.checks}>
          <legend className={shared.legend}>Agent Permissions</legend>
          {permission("snap")}
          {permission("voice")}
          <details className={classes.more} open={isMoreOpen}>
            <summary className={classes.summary}>More access</summary>
            {permission("label")}
          </details>
        </fieldset>
        <SubmitRow
          label={busy ? "Creating..." : "Create User"}
          disabled={companyId === "" || command === null}
          busy={busy}
          onCancel={props.onClose}
          buttons={buttons}
        />
      </form>
    </AdminDialog>
  );
}

/**
 * The height of the fixed part at the bottom of the screen; on a phone, toasts are placed above it
 * and the bottom bar.
 */
const VARIABLE = "--fa-page-foot";

/**
 * Keeps toasts from covering the buttons of a dialog, which on a phone are where toasts appear.
 * @returns a function to call before a toast is shown: it measures where the buttons are now
 */
function useToastsAbove(buttons: RefObject<HTMLElement | null>): () => void {
  const { style } = document.documentElement;
  useEffect(() => () => void style.removeProperty(VARIABLE), [style]);
  return () => {
    const top = buttons.current?.getBoundingClientRect().top ?? window.innerHeight;
    const height = `${window.innerHeight - top}px - var(--fa-bottom-bar-height)`;
    style.setProperty(VARIABLE, `max(0px, ${height})`);
  };
}
