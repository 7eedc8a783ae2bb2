import type { GoldenQuestion } from "@contracts/golden-question.ts";
import { Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { failureMessage } from "#commands/command-result.ts";
import { type GoldenTrial, isWithoutLoss, questionsOfTrials } from "#commands/golden-run.ts";
import { loadRows } from "#commands/list-rows.ts";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { useCommand } from "#features/administration/use-command.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";
import { showError } from "#ui/toast.ts";
import { GoldenResults } from "./golden-results.tsx";
import { useGoldenCheck } from "./use-golden-check.ts";

/** A change that is made once the golden questions were tried with it. */
interface GatedChange {
  trials: readonly GoldenTrial[];
  /** For example "Save prompts". */
  title: string;
  /** Makes it although something gets worse, for example "Save anyway". */
  anyway: string;
  make: () => void;
}

/** Makes a change, after the golden questions that it concerns were tried with it. */
export type GoldenGate = (change: GatedChange) => Promise<void>;

/**
 * Lets changes pass that concern no golden question, and opens a dialog for the others.
 * @returns the gate, and the dialog to render
 */
export function useGoldenGate(companyId: string): [GoldenGate, ReactNode] {
  const command = useCommand();
  const [open, setOpen] = useState<[GatedChange, readonly GoldenQuestion[]] | null>(null);

  async function gate(change: GatedChange): Promise<void> {
    if (command === null) return;
    if (change.trials.length === 0) return change.make();
    // Not the set in the mirror, which may be old or not be there yet.
    const loaded = await loadRows(command, GOLDEN_QUESTIONS, companyId);
    if (loaded.kind !== "ok") {
      const message = `Nothing was changed. ${failureMessage(loaded)}`;
      showError("Golden questions could not be loaded", message);
    } else if (questionsOfTrials(loaded.value, change.trials).length === 0) {
      change.make();
    } else {
      setOpen([change, loaded.value]);
    }
  }

  if (open === null) return [gate, null];
  const [change, questions] = open;
  const dialog = (
    <GoldenDialog
      {...{ companyId, questions, change }}
      onCancel={() => setOpen(null)}
      onGoOn={() => {
        setOpen(null);
        change.make();
      }}
    />
  );
  return [gate, dialog];
}

/**
 * Tries the golden questions before a change is made. It goes on by itself when nothing gets worse,
 * and otherwise names what gets worse and leaves it to the administrator.
 */
function GoldenDialog(props: {
  companyId: string;
  questions: readonly GoldenQuestion[];
  change: GatedChange;
  onCancel: () => void;
  onGoOn: () => void;
}) {
  const { companyId, change, onGoOn } = props;
  const check = useGoldenCheck(companyId, props.questions, change.trials);
  const isFine = check?.isDone === true && isWithoutLoss(check.report);
  const wentOn = useRef(false);
  useEffect(() => {
    if (!isFine || wentOn.current) return;
    wentOn.current = true;
    onGoOn();
  }, [isFine, onGoOn]);
  return (
    <AdminConfirmDialog
      company={{ id: companyId }}
      title={change.title}
      size="lg"
      confirm={change.anyway}
      onCancel={props.onCancel}
      onConfirm={onGoOn}
    >
      <Text>The golden questions of this company are asked with the changed text first.</Text>
      {check !== null && <GoldenResults check={check} />}
    </AdminConfirmDialog>
  );
}
