import { expect, it } from "vitest";
import { fileRow } from "#tests/support/rows.ts";
import { groupDocuments } from "./documents.ts";
import { findFiles } from "./file-list.tsx";

const file = (file_name: string) => fileRow({ id: crypto.randomUUID(), file_name });

const FILES = groupDocuments([
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
  expect(found("  ")).toEqual([0, 1, 2]);
});
