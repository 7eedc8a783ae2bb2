import { Modal, Text } from "@mantine/core";
import { type Factor, removeFactor } from "#session/own-account.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { factorTitle } from "#ui/factor-title.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useOpened } from "#ui/use-opened.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import { ProofForm } from "./proof-form.tsx";

/** Asks before a factor is removed. Also asks for proof if the session has proven none. */
export function RemoveFactorDialog(props: {
  factor: Factor;
  isLast: boolean;
  proof: Factor | null;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}) {
  const { factor, proof, onClose } = props;
  const title = `Remove ${factorTitle(factor)}?`;
  const opened = useOpened(true);

  async function remove(): Promise<void> {
    const removed = await removeFactor(factor.id);
    if (removed.kind !== "ok") {
      onClose();
      showError("It was not removed", describeAccountRefusal(removed));
      return;
    }
    showStatus("Second factor removed", `${factorTitle(factor)} is not asked for any more.`);
    await props.onRemoved();
  }

  const words = props.isLast
    ? "Your password alone lets you in then."
    : "Your other second factors stay.";
  if (proof === null) {
    return (
      <ConfirmDialog
        title={title}
        confirm="Remove"
        onCancel={onClose}
        onConfirm={() => void remove()}
      >
        <Text>{words}</Text>
      </ConfirmDialog>
    );
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered withCloseButton={false}>
      <Text mb="md">
        {words} Show that it is you with {factorTitle(proof)} first.
      </Text>
      <ProofForm factor={proof} submit="Remove" danger onProven={remove} onCancel={onClose} />
    </Modal>
  );
}
