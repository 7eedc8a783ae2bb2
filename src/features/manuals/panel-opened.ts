import { create } from "zustand";

/** Whether the panel with the manuals is open. */
export const usePanelOpened = create<boolean>(() => false);
