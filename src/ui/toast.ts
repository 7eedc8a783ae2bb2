import type { NotificationData } from "@mantine/notifications";
import type { Undoable } from "./undo-toast.tsx";

/** How many toasts are shown at once, besides failures: these are in front, and never wait. */
export const TOASTS_AT_ONCE = 3;

/**
 * Shows a toast for a failure. Screen readers announce it immediately.
 * @param id while a toast with the same id is shown, there is no second one
 */
export function showError(title: string, message: string, id?: string): void {
  const known = id !== undefined && { id };
  void show({ ...known, title, message, color: "red", role: "alert", autoClose: 8000 });
}

/** Shows that this device could not store something. */
export function showNotSaved(): void {
  showError("Error", "It could not be saved. Free some space on this device and try again.");
}

/** Shows a toast for a finished action. Screen readers announce it when they are idle. */
export function showStatus(title: string, message: string): void {
  void show({ title, message, role: "status", autoClose: 5000 });
}

/** Shows a toast that stays until it is closed. Screen readers announce it immediately. */
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
async function show(toast: NotificationData): Promise<void> {
  try {
    const { notifications, notificationsStore } = await import("@mantine/notifications");
    const state = notificationsStore.getState();
    const open = [...state.notifications, ...state.queue];
    if (toast.id !== undefined && open.some(({ id }) => id === toast.id)) return;
    const alerts = [...open, toast].filter(({ role }) => role === "alert").length;
    notificationsStore.updateState((now) => ({ ...now, limit: TOASTS_AT_ONCE + alerts }));
    notifications.show(toast.role === "alert" ? { ...toast, priority: 2 } : toast);
  } catch (error) {
    console.error(toast.title, toast.message, error);
  }
}
