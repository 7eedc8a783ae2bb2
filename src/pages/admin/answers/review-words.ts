import type { KnowledgeFile } from "@contracts/knowledge.ts";

/** The names of documents by their ids. */
export type FileNames = ReadonlyMap<string, string>;

export function fileNamesOf(files: readonly Pick<KnowledgeFile, "id" | "file_name">[]): FileNames {
  return new Map(files.map(({ id, file_name }) => [id, file_name]));
}

/** The name of a document. */
export function fileName(names: FileNames, id: string): string {
  return names.get(id) ?? "Deleted document";
}

/** "Week of 5 Jan 2026"; the week is its Monday, `yyyy-MM-dd`, in UTC. */
export function weekWords(week: string): string {
  const day = new Date(`${week}T00:00:00Z`).toLocaleDateString(undefined, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return `Week of ${day}`;
}

/** "3 found nothing, 2 marked wrong" */
export function countWords(counts: { found_nothing: number; wrong: number }): string {
  const { found_nothing, wrong } = counts;
  const parts = [
    ...(found_nothing > 0 ? [`${found_nothing} found nothing`] : []),
    ...(wrong > 0 ? [`${wrong} marked wrong`] : []),
  ];
  return parts.join(", ");
}
