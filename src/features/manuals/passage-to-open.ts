import type { Source } from "@contracts/question.ts";
import { create } from "zustand";
import type { DeviceHit } from "#knowledge/search/searcher.ts";
import type { Named } from "./document-titles.ts";

/** The manual that a person wants to read, and the place in it. */
export interface ManualToOpen {
  fileId: string;
  fileName: string;
  /** The passage to mark; null to start at the beginning. */
  passage: Source | null;
}

/** The manual to read: citations and lists set it, and the reader shows it, as chosen the last time. */
export const useManualToOpen = create<{ manual: ManualToOpen | null; view: "Text" | "Page" }>(
  () => ({ manual: null, view: "Page" }),
);

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
export function toSource(hit: Named<DeviceHit>): Named<Source> {
  const { file_id, file_name, page, chunk_no, part, name } = hit;
  return { file_id, file_name, page, chunk_no, quote: part.text, name };
}
