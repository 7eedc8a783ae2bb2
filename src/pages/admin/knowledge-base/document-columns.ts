import { isComplete, isHeld, isSuperseded } from "@contracts/knowledge.ts";
import { unreadWords } from "#features/manuals/unread-words.ts";
import type { Column } from "#ui/data-table/column.ts";
import { byteSizeWords, dayWords } from "#ui/format.ts";
import { type KnowledgeDocument, versionCount } from "./documents.ts";
import { FILE_AGENTS } from "./file-agents.tsx";

/** The documents of a company as a table. */
export const DOCUMENT_COLUMNS: readonly Column<KnowledgeDocument>[] = [
  { id: "name", title: "Name", cell: documentName, sortBy: documentName },
  { id: "state", title: "State", cell: stateWord, sortBy: stateWord, width: "9.5rem" },
  {
    id: "agents",
    title: "Agents",
    width: "11rem",
    cell: agentWords,
    sortBy: agentWords,
    secondary: true,
  },
  {
    id: "versions",
    title: "Versions",
    cell: versionCount,
    sortBy: versionCount,
    descendingFirst: true,
    width: "7.5rem",
    secondary: true,
  },
  {
    id: "size",
    title: "Size",
    cell: ({ current }) => byteSizeWords(current.size_bytes),
    sortBy: ({ current }) => current.size_bytes,
    descendingFirst: true,
    width: "6.5rem",
    secondary: true,
  },
  {
    id: "added",
    title: "Added",
    cell: ({ current }) => dayWords(Date.parse(current.created_at)),
    sortBy: ({ current }) => Date.parse(current.created_at),
    descendingFirst: true,
    width: "8.5rem",
    secondary: true,
  },
];

export function documentName({ current }: KnowledgeDocument): string {
  return current.file_name;
}

function agentWords({ current }: KnowledgeDocument): string {
  const agents = FILE_AGENTS.filter(({ agent }) => current.allowed_agents.includes(agent));
  return agents.length === 0 ? "No agents" : agents.map(({ name }) => name).join(", ");
}

/** In short whether a document answers questions; its details say why it does not. */
function stateWord({ current, incoming }: KnowledgeDocument): string {
  if (current.deleting_at !== null) return "Not deleted";
  if (isSuperseded(current)) return "Replaced";
  if (!isComplete(current)) return "Not searchable";
  if (isHeld(current)) return "Held back";
  if (incoming !== null) return "New version waits";
  return unreadWords(current).length > 0 ? "Searchable in part" : "Searchable";
}
