import { Modal, type ModalProps, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useOpened } from "#ui/use-opened.ts";
import { ChangedCompany } from "./changed-company.tsx";

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

/** Asks an administrator before an action that cannot be undone. */
export function AdminConfirmDialog(
  props: Parameters<typeof ConfirmDialog>[0] & { company: DialogCompany },
) {
  const { company, children, ...dialog } = props;
  return (
    <ConfirmDialog {...dialog}>
      <Named company={company}>{children}</Named>
    </ConfirmDialog>
  );
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
