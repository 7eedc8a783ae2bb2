import type { KnowledgeFile } from "@contracts/knowledge.ts";

/** The files whose name holds what was typed, in any case and however accents are encoded. */
export function findFiles(
  files: readonly KnowledgeFile[],
  typed: string,
): readonly KnowledgeFile[] {
  const wanted = plain(typed.trim());
  if (wanted === "") return files;
  return files.filter((file) => plain(file.file_name).includes(wanted));
}

/** Some systems give file names with each accent as a character of its own. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
