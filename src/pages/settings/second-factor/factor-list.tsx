import { Button, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { type Factor, removeFactor } from "#session/own-account.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { FACTOR_KINDS, factorTitle } from "#ui/factor-title.ts";
import { formatDay } from "#ui/format.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useOpened } from "#ui/use-opened.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";
import { ProofForm } from "./proof-form.tsx";

/** The second factors of an account. `proof` must be proven before one can be removed. */
export function FactorList(props: {
  factors: readonly Factor[];
  disabled: boolean;
  proof: Factor | null;
  onChange: () => Promise<void>;
}) {
  const [removing, setRemoving] = useState<Factor | null>(null);
  return (
    <>
      <ul className={classes.list} aria-label="Second factors">
        {props.factors.map((factor) => (
          <li key={factor.id} className={classes.entry}>
            <p>
              <span className={classes.value}>{factorTitle(factor)}</span>
              <span className={classes.detail}>
                {factor.name !== null && `${FACTOR_KINDS[factor.kind]}, `}
                {factor.phoneEnding !== null && `ends in ${factor.phoneEnding}, `}added{" "}
                <time dateTime={factor.addedAt}>{formatDay(Date.parse(factor.addedAt))}</time>
              </span>
            </p>
            <Button
              variant="default"
              aria-label={`Remove ${factorTitle(factor)}`}
              disabled={props.disabled}
              onClick={() => setRemoving(factor)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {removing !== null && (
        <RemoveFactorDialog
          factor={removing}
          isLast={props.factors.length === 1}
          proof={props.proof}
          onClose={() => setRemoving(null)}
          onRemoved={async () => {
            setRemoving(null);
            await props.onChange();
          }}
        />
      )}
    </>
  );
}

/** Asks before a factor is removed. Also asks for proof if the session has proven none. */
function RemoveFactorDialog(props: {
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
