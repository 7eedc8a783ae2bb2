import type { Undoable } from "./undo-toast.tsx";

/** Shows a toast for a failure. Screen readers announce it immediately. */
export function showError(title: string, message: string): void {
  void show({ title, message, color: "red", role: "alert", autoClose: 8000 });
}

/** Shows a toast for a finished action. Screen readers announce it when they are idle. */
export function showStatus(title: string, message: string): void {
  void show({ title, message, role: "status", autoClose: 5000 });
}

/**
 * Shows a toast for something that must not be missed: it stays until it is closed. Screen readers
 * announce it immediately.
 */
export function showNotice(title: string, message: string): void {
  void show({ title, message, color: "yellow", role: "alert", autoClose: false });
}

/**
 * Shows a toast for an action that can be undone for a while.
 * @returns a function that closes it early
 */
export function showUndo(undoable: Undoable): () => void {
  let isClosed = false;
  let close = () => {
    isClosed = true;
  };
  import("./undo-toast.tsx").then(
    ({ openUndoToast }) => {
      if (!isClosed) close = openUndoToast(undoable);
    },
    (error) => console.error(undoable.title, undoable.message, error),
  );
  return () => close();
}

/** The toast code is loaded when it is first needed: no page needs it for its first render. */
async function show(toast: {
  title: string;
  message: string;
  color?: string;
  role: "alert" | "status";
  autoClose: number | false;
}): Promise<void> {
  try {
    const { notifications } = await import("@mantine/notifications");
    notifications.show(toast);
  } catch (error) {
    console.error(toast.title, toast.message, error);
  }
}
