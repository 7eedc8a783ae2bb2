import type { Source } from "@contracts/question.ts";
import { create } from "zustand";

/** A manual that a person asked to see, and where in it. */
export interface ManualToOpen {
  fileId: string;
  fileName: string;
  /** The passage to be marked; null to begin at the beginning. */
  passage: Source | null;
}

/** What is to be read: citations and lists ask for it, the reader shows it. */
export const useManualToOpen = create<{ manual: ManualToOpen | null }>(() => ({ manual: null }));

/** Has the reader open a passage. */
export function openPassage(source: Source): void {
  const { file_id: fileId, file_name: fileName } = source;
  useManualToOpen.setState({ manual: { fileId, fileName, passage: source } });
}

/** Has the reader open a manual at its beginning. */
export function openManual(fileId: string, fileName: string): void {
  useManualToOpen.setState({ manual: { fileId, fileName, passage: null } });
}

/** Closes the reader. */
export function closeManual(): void {
  useManualToOpen.setState({ manual: null });
}
