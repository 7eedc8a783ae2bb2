import type { Undoable } from "./undo-toast.tsx";

/** Tells of a failure. Screen readers interrupt for it. */
export function showError(title: string, message: string): void {
  void show({ title, message, color: "red", role: "alert", autoClose: 8000 });
}

/** Tells of something done. Screen readers say it when they are free. */
export function showStatus(title: string, message: string): void {
  void show({ title, message, role: "status", autoClose: 5000 });
}

/** Tells of something done that can be undone for a while. @returns closes it before its time */
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

/** Loaded when it is first needed: no page needs a toast for its first render. */
async function show(toast: {
  title: string;
  message: string;
  color?: string;
  role: "alert" | "status";
  autoClose: number;
}): Promise<void> {
  try {
    const { notifications } = await import("@mantine/notifications");
    notifications.show(toast);
  } catch (error) {
    console.error(toast.title, toast.message, error);
  }
}
