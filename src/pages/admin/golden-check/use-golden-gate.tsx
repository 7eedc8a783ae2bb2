import type { GoldenQuestion } from "@contracts/golden-question.ts";
import { type ReactNode, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { type GoldenTrial, loadGoldenQuestions, questionsOfTrials } from "#commands/golden-run.ts";
import { showError } from "#ui/toast.ts";
import { GoldenDialog } from "./golden-dialog.tsx";

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
export function useGoldenGate(
  command: AdministrationCommand | null,
  companyId: string,
): [GoldenGate, ReactNode] {
  const [open, setOpen] = useState<[GatedChange, readonly GoldenQuestion[]] | null>(null);

  async function gate(change: GatedChange): Promise<void> {
    if (command === null) return;
    if (change.trials.length === 0) return change.make();
    // Not the set in the mirror, which may be old or not be there yet.
    const loaded = await loadGoldenQuestions(command, companyId);
    if (loaded.kind === "failed") {
      showError("Golden questions could not be loaded", `Nothing was changed. ${loaded.message}`);
    } else if (questionsOfTrials(loaded.questions, change.trials).length === 0) {
      change.make();
    } else {
      setOpen([change, loaded.questions]);
    }
  }

  if (open === null || command === null) return [gate, null];
  const [change, questions] = open;
  const dialog = (
    <GoldenDialog
      command={command}
      companyId={companyId}
      questions={questions}
      trials={change.trials}
      title={change.title}
      anyway={change.anyway}
      onCancel={() => setOpen(null)}
      onGoOn={() => {
        setOpen(null);
        change.make();
      }}
    />
  );
  return [gate, dialog];
}
