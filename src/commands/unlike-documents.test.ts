import { expect, it } from "vitest";
import { compareDocuments, isUnlike } from "./replace-document.ts";

const PUMP =
  "Switch the pump off before you open it. Check the strainer every year, and clean it with warm water. Tighten the flange to 12 Nm.";
const NEWER =
  "Switch the pump off before you open it. Check the strainer every month, and clean it with cold water. Tighten the flange to 15 Nm. Write the date on the label.";
const LEAVE = "Every employee has thirty days of leave in a year. Ask before you book the flight.";

const document = (file_name: string, body: string, heading: string | null = null) => ({
  ...{ file_name, passages: body === "" ? [] : [{ heading, body }] },
});

it.each<[string, ReturnType<typeof document>, ReturnType<typeof document>, boolean]>([
  ["a newer text", document("New.pdf", NEWER), document("Old.pdf", PUMP), false],
  ["another text", document("New.pdf", LEAVE), document("Old.pdf", PUMP), true],
  ["another text of the same name", document("A.pdf", LEAVE), document("A.pdf", PUMP), true],
  ["no text", document("Scan.pdf", ""), document("Old.pdf", PUMP), true],
  ["a text in place of pictures", document("New.pdf", PUMP), document("Scan.pdf", ""), false],
])("a document with %s is compared with the previous version", (_, next, previous, unlike) => {
  expect(isUnlike(compareDocuments(next, previous))).toBe(unlike);
});

it.each<[string, [name: string, heading?: string], [name: string, heading?: string], boolean]>([
  ["another model in its name", ["pump-kx-12-manual-v2.pdf"], ["pump-kx-20-manual-v2.pdf"], true],
  ["another model in its heading", ["New.pdf", "Pump KX12"], ["Old.pdf", "Pump KX‑20"], true],
  ["one of its models", ["KX12_KX20 rev 3.pdf"], ["Pump KX-20, rev 2.pdf"], false],
  [
    "another year and version",
    ["guide-2027-v3.pdf", "May 2027"],
    ["guide-2026-v2.pdf", "May 2026"],
    false,
  ],
])("a document with %s is compared with the previous version", (_, next, previous, unlike) => {
  const newer = document(next[0], NEWER, next[1]);
  const earlier = document(previous[0], PUMP, previous[1]);
  expect(isUnlike(compareDocuments(newer, earlier))).toBe(unlike);
});

it("two documents are compared by title, model and text", () => {
  const heater = document("hp-240.pdf", PUMP, "Northwind HP-240");
  expect(compareDocuments(document("b-12.pdf", LEAVE, "Alder B-12"), heater)).toEqual({
    ...{ from: "Northwind HP-240", to: "Alder B-12", isOtherModel: true, inCommon: 0 },
  });
  const newer = compareDocuments(document("hp-240-2027.pdf", NEWER, "Northwind HP-240"), heater);
  // Titles that are alike say nothing. Nine of 27 runs of five words are the same.
  expect(newer).toEqual({
    ...{ from: "hp-240", to: "hp-240-2027", isOtherModel: false, inCommon: 9 / 27 },
  });
  expect(compareDocuments(document("a.md", PUMP), document("b.md", PUMP))).toMatchObject({
    ...{ from: "b", to: "a", inCommon: 1 },
  });
});
