import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { useMemo, useState } from "react";
import { changeRequestStatus, saveRequestNotes } from "#commands/early-access-requests.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { showError, showStatus } from "#ui/toast.ts";
import type { RequestStatus } from "./request-status.ts";

export type RequestActions = NonNullable<ReturnType<typeof useRequestActions>["actions"]>;

/**
 * The actions on requests for early access; each shows a toast with the result.
 * @returns `saving`: the number of running saves, by `status/id` and `notes/id`
 */
export function useRequestActions() {
  const command = useCommand();
  const [saving, setSaving] = useState<Readonly<Record<string, number>>>({});

  const actions = useMemo(() => {
    if (command === null) return null;
    const add = (name: string, more: 1 | -1) =>
      setSaving((before) => ({ ...before, [name]: (before[name] ?? 0) + more }));

    async function during(name: string, work: () => Promise<void>) {
      add(name, 1);
      await work().finally(() => add(name, -1));
    }

    return {
      setStatus: (id: string, status: RequestStatus) =>
        void during(`status/${id}`, async () => {
          const result = await changeRequestStatus(command, id, status);
          if (result?.kind === "done") {
            showStatus("Status Updated", "Contact submission status has been updated.");
          }
          if (result?.kind === "failed") showError("Error", "Failed to update status.");
        }),
      /** @param submission as the viewer sees it */
      saveNotes: (submission: EarlyAccessRequest, notes: string) =>
        void during(`notes/${submission.id}`, async () => {
          const result = await saveRequestNotes(command, submission, notes);
          if (result.kind === "done") showStatus("Notes Saved", "Notes have been updated.");
          if (result.kind === "failed") showError("Error", "Failed to update notes.");
          if (result.kind === "changed") {
            showError("Not saved", "These notes were changed meanwhile. Compare them with yours.");
          }
        }),
    };
  }, [command]);

  return { actions, saving };
}
