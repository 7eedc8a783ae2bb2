import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { expect, it } from "vitest";
import { fileRow } from "#tests/support/rows.ts";
import { currentVersions, groupDocuments, namesIn, versionCount } from "./documents.ts";

let day = 10;
const file = (id: string, fields: Partial<KnowledgeFile> = {}): KnowledgeFile => {
  day -= 1;
  const created_at = `2026-01-0${day}T00:00:00Z`;
  return fileRow({ id, created_at, passage_count: 2, indexed_passages: 2, ...fields });
};
const replacedBy = (superseded_by: string | null) => ({
  superseded_by,
  superseded_at: "2026-02-01T00:00:00Z",
});
const shown = (files: readonly KnowledgeFile[]) =>
  groupDocuments(files).map(({ current, earlier, incoming }) =>
    [current.id, ...earlier.map(({ id }) => id), incoming === null ? "" : `+${incoming.id}`]
      .join(" ")
      .trim(),
  );

it("lists versions under their document, which keeps the place of the oldest", () => {
  const files = [
    file("c"),
    file("b", replacedBy("c")),
    file("x"),
    file("a", replacedBy("b")),
    file("y"),
  ];
  expect(shown(files)).toEqual(["x", "c b a", "y"]);
  expect(groupDocuments(files).map(versionCount)).toEqual([1, 3, 1]);
});

it("keeps the version that answers in front until the newer one is complete", () => {
  const newer = file("b", { indexed_passages: 1 });
  expect(shown([newer, file("a", { superseded_by: "b" })])).toEqual(["a +b"]);
  // It was complete before: it is being indexed again.
  expect(shown([newer, file("a", replacedBy("b"))])).toEqual(["b a"]);
});

it("knows the current version of each version's document", () => {
  const files = [file("c"), file("b", { superseded_by: "c" }), file("a", replacedBy("b"))];
  const current = currentVersions(groupDocuments(files));
  expect([...current].map(([id, { id: now }]) => `${id} ${now}`)).toEqual(["c c", "b c", "a c"]);
});

it("shows a replaced version whose newer one was deleted", () => {
  expect(shown([file("b", replacedBy(null)), file("a", replacedBy("b"))])).toEqual(["b a"]);
});

it("calls no file deleted before the list of the files has come", () => {
  const files = new Map([["a", file("a", { file_name: "Pump.pdf" })]]);
  expect(["a", "b"].map(namesIn(files, false))).toEqual(["Pump.pdf", "A document"]);
  expect(["a", "b"].map(namesIn(files, true))).toEqual(["Pump.pdf", "Deleted document"]);
});
