import { Button, Group, Loader, Modal, type ModalProps, Stack, Text } from "@mantine/core";
import { type ReactNode, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useOpened } from "#ui/use-opened.ts";
import classes from "./administration.module.css";
import { useCompanyNames } from "./company-choices.ts";
import { useReadOnlyReason } from "./use-command.ts";

/**
 * The company that the change of a dialog acts on, with a null id for a person without one. Or
 * "named inside", if the dialog is about a company or lets one be chosen.
 */
export type DialogCompany = { id: string | null } | "named inside";

/**
 * A dialog in which an administrator changes something. A rule of the linter lets the admin page
 * use no other dialogs, so that none can forget to name the company.
 */
export function AdminDialog(
  props: Omit<ModalProps, "opened"> & { company: DialogCompany; children: ReactNode },
) {
  const { company, children, ...modal } = props;
  return (
    <Modal {...modal} opened={useOpened(true)} centered>
      <Named company={company}>{children}</Named>
    </Modal>
  );
}

/**
 * Asks an administrator before an action that cannot be undone.
 * @param props.focus gets the focus once it is confirmed, and the dialog is closed by `onCancel`: the
 *   dialog would return it to a button in a row that goes
 */
export function AdminConfirmDialog(
  props: Parameters<typeof ConfirmDialog>[0] & {
    company: DialogCompany;
    focus?: () => HTMLElement | null;
  },
) {
  const { company, children, focus, ...dialog } = props;
  function confirm(): void {
    if (focus !== undefined) {
      flushSync(dialog.onCancel);
      focus()?.focus({ preventScroll: true });
    }
    dialog.onConfirm();
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      <Named company={company}>{children}</Named>
    </ConfirmDialog>
  );
}

/**
 * Asks in a dialog before an action that cannot be undone.
 * @param focus gets the focus once it is confirmed
 * @returns the dialog, and a function that opens it
 */
export function useQuestion(companyId: string, focus: () => HTMLElement | null) {
  const [asked, ask] = useState<{
    title: string;
    /** The label of the button that confirms. */
    confirm: string;
    /** The effects of the action. */
    text: ReactNode;
    act: () => unknown;
  } | null>(null);
  const dialog = asked && (
    <AdminConfirmDialog
      company={{ id: companyId }}
      title={asked.title}
      confirm={asked.confirm}
      focus={focus}
      onCancel={() => ask(null)}
      onConfirm={asked.act}
    >
      <Text>{asked.text} This action cannot be undone.</Text>
    </AdminConfirmDialog>
  );
  return [dialog, ask] as const;
}

function Named({ company, children }: { company: DialogCompany; children: ReactNode }) {
  if (company === "named inside") return children;
  return (
    <Stack gap="sm">
      <ChangedCompany companyId={company.id} />
      <div>{children}</div>
    </Stack>
  );
}

/**
 * Names the company on which a change acts: a super administrator manages several, and may have
 * chosen another one than they remember.
 * @param companyId null for a person without a company
 */
export function ChangedCompany({ companyId }: { companyId: string | null }) {
  const names = useCompanyNames();
  const name = companyId === null ? "none" : (names.get(companyId) ?? companyId.slice(0, 8));
  return (
    <p className={classes.facts}>
      Company: <strong>{name}</strong>
    </p>
  );
}

/** The end of a form in a dialog: why nothing can be sent, and the buttons that cancel and send. */
export function SubmitRow(props: {
  /** The words of the button that sends. */
  label: string;
  /** Something is missing. */
  disabled?: boolean;
  /** The form is being sent. */
  busy?: boolean;
  onCancel: () => void;
  /** For a dialog without a form: what the button does that would send it. */
  onSubmit?: () => void;
  buttons?: RefObject<HTMLDivElement | null>;
}) {
  const { disabled = false, busy = false, onSubmit } = props;
  const readOnlyReason = useReadOnlyReason();
  return (
    <>
      {readOnlyReason !== null && <Text c="var(--fa-waiting-text)">{readOnlyReason}</Text>}
      <Group ref={props.buttons} justify="flex-end">
        <Button variant="default" aria-disabled={busy} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button
          type={onSubmit === undefined ? "submit" : "button"}
          disabled={readOnlyReason !== null || disabled}
          // Not `disabled`: the button would lose the focus.
          aria-disabled={busy}
          {...(busy && { leftSection: <Loader size={20} color="currentColor" aria-hidden /> })}
          {...(onSubmit && { onClick: onSubmit })}
        >
          {props.label}
        </Button>
      </Group>
    </>
  );
}
