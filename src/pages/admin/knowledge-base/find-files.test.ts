import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { expect, it } from "vitest";
import { documentsOf } from "./documents.ts";
import { findFiles } from "./use-found-files.ts";

const file = (file_name: string): KnowledgeFile => ({
  id: crypto.randomUUID(),
  file_name,
  file_path: "",
  company_id: "",
  uploaded_by: null,
  created_at: "2026-01-01T00:00:00Z",
  allowed_agents: [],
  kind: "pdf",
  size_bytes: 1,
  page_count: null,
  picture_pages: null,
  language: "english",
  passage_count: 0,
  indexed_passages: 0,
  indexed_at: null,
  deleting_at: null,
  superseded_by: null,
  superseded_at: null,
  is_held: false,
});

const FILES = documentsOf([
  file("Rooftop Unit RTU-40 (2026).pdf"),
  file("Ku\u0308hlanlage.docx"),
  file("notes.md"),
]);

const found = (typed: string) => findFiles(FILES, typed).map((each) => FILES.indexOf(each));

it("finds files by a part of their name, ignoring case", () => {
  expect(found("rtu-40 (")).toEqual([0]);
  expect(found(" .MD ")).toEqual([2]);
  expect(found("K\u00dcHL")).toEqual([1]);
  expect(found(".*")).toEqual([]);
});

it("finds every file if nothing is typed", () => {
  expect(findFiles(FILES, "  ")).toBe(FILES);
});
