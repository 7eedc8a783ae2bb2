import { expect, it } from "vitest";
import { documentTitle, formatSource } from "./document-titles.ts";

const first = (body: string, heading: string | null) => ({ body, heading });

it.each([
  [
    "the heading that its text begins with",
    "HP-240 Service Manual\n\n1 Safety\n\nRead.",
    "1 Safety",
  ],
  ["a heading of two lines", "HP-240\nService Manual\n\nRead.", "HP-240\nService Manual"],
])("calls a document by %s", (_, body, heading) => {
  const title = documentTitle("hp240_v7.pdf", first(body, heading));
  expect(title.startsWith("HP-240")).toBe(true);
  expect(title).not.toMatch(/\n|Safety/);
});

it.each([
  ["is not on this device", undefined],
  ["begins without a heading", first("For units from 2104.\n\nRead.", null)],
  ["begins with a numbered section", first("1.2 Safety\n\nRead.", "1.2 Safety")],
])("calls a document by its file name where its text %s", (_, passage) => {
  expect(documentTitle("HP 240 v1.2.PDF", passage)).toBe("HP 240 v1.2");
});

it("names a passage by title, section and page, and says nothing twice", () => {
  const title = "HP-240 Service Manual";
  expect(formatSource(title, "Fault codes", 12)).toBe(
    "HP-240 Service Manual · Fault codes · p. 12",
  );
  expect(formatSource(title, title, 12)).toBe("HP-240 Service Manual · p. 12");
  expect(formatSource("rules", "2 Visits", null)).toBe("rules · 2 Visits");
});
