import type { GoldenQuestion } from "@contracts/golden-question.ts";
import { Button, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { type GoldenTrial, isWithoutLoss } from "#commands/golden-run.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { GoldenResults } from "./golden-results.tsx";
import { useGoldenCheck } from "./use-golden-check.ts";

/**
 * Tries the golden questions before prompts are saved. It saves by itself when nothing gets worse, and
 * otherwise names what gets worse and leaves it to the administrator.
 */
export function GoldenDialog(props: {
  command: AdministrationCommand;
  companyId: string;
  questions: readonly GoldenQuestion[];
  trials: readonly GoldenTrial[];
  /** Of the change, for example "Save prompts". */
  title: string;
  /** For example "Save anyway". */
  anyway: string;
  onCancel: () => void;
  onGoOn: () => void;
}) {
  const { command, companyId, questions, trials, onGoOn } = props;
  const check = useGoldenCheck(command, companyId, questions, trials);
  const isFine = check?.isDone === true && isWithoutLoss(check.report);
  const wentOn = useRef(false);
  useEffect(() => {
    if (!isFine || wentOn.current) return;
    wentOn.current = true;
    onGoOn();
  }, [isFine, onGoOn]);
  return (
    <AdminDialog
      company={{ id: companyId }}
      onClose={props.onCancel}
      title={props.title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text>The golden questions of this company are asked with the changed text first.</Text>
      {check !== null && <GoldenResults check={check} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="danger" onClick={onGoOn}>
          {props.anyway}
        </Button>
      </Group>
    </AdminDialog>
  );
}
