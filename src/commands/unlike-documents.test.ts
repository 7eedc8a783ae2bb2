import { expect, it } from "vitest";
import { isUnlike } from "./replace-document.ts";

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
  [
    "another model in its name",
    document("pump-kx-12-manual-v2.pdf", NEWER),
    document("pump-kx-20-manual-v2.pdf", PUMP),
    true,
  ],
  [
    "another model in its heading",
    document("New.pdf", NEWER, "Pump KX12"),
    document("Old.pdf", PUMP, "Pump KX‑20"),
    true,
  ],
  [
    "one of its models",
    document("KX12_KX20 rev 3.pdf", NEWER),
    document("Pump KX-20, rev 2.pdf", PUMP),
    false,
  ],
  [
    "another year and version",
    document("guide-2027-v3.pdf", NEWER, "May 2027"),
    document("guide-2026-v2.pdf", PUMP, "May 2026"),
    false,
  ],
])("a document with %s is compared with the previous version", (_, next, previous, unlike) => {
  expect(isUnlike(next, previous)).toBe(unlike);
});
