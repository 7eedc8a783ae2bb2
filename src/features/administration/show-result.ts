import type { CommandResult } from "#commands/command-result.ts";
import { showError, showStatus, showUndo } from "#ui/toast.ts";

/**
 * Shows a toast with the result of a command.
 * @param failed the title of the toast if it failed
 * @returns whether it was done
 */
export async function showResult(
  sent: Promise<CommandResult> | CommandResult,
  failed: string,
  done: string,
  message: string,
): Promise<boolean> {
  const result = await sent;
  if (result.kind === "failed") showError(failed, result.message);
  else showStatus(done, message);
  return result.kind === "done";
}

/** Shows a toast for a deletion that can be taken back for 8 seconds. */
export function offerUndo(title: string, message: string, undo: () => void): void {
  showUndo({ title, message, forMs: 8000, undo, closed: () => {} });
}
