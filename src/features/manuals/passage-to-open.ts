import type { PassageHit } from "@contracts/knowledge.ts";
import type { Source } from "@contracts/question.ts";
import { create } from "zustand";

/** The manual that a person wants to read, and the place in it. */
export interface ManualToOpen {
  fileId: string;
  fileName: string;
  /** The passage to mark; null to start at the beginning. */
  passage: Source | null;
}

/** The manual to read: citations and lists set it, and the reader shows it. */
export const useManualToOpen = create<{ manual: ManualToOpen | null }>(() => ({ manual: null }));

/** Opens the reader at a passage. */
export function openPassage(source: Source): void {
  const { file_id: fileId, file_name: fileName } = source;
  useManualToOpen.setState({ manual: { fileId, fileName, passage: source } });
}

/** Opens the reader at the beginning of a manual. */
export function openManual(fileId: string, fileName: string): void {
  useManualToOpen.setState({ manual: { fileId, fileName, passage: null } });
}

/** Closes the reader. */
export function closeManual(): void {
  useManualToOpen.setState({ manual: null });
}

/** Whether the panel with the manuals is open. */
export const usePanelOpened = create<boolean>(() => false);

/** A found passage as a citation. */
export function toSource({ file_id, file_name, page, chunk_no, body }: PassageHit): Source {
  return { file_id, file_name, page, chunk_no, quote: body };
}

/** The place of a passage: "Manual.pdf, p. 3". */
export function formatSource({ file_name, page }: Pick<Source, "file_name" | "page">): string {
  return page === null ? file_name : `${file_name}, p. ${page}`;
}
