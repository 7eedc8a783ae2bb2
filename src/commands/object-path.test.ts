import fc from "fast-check";
import { expect, it } from "vitest";
import { objectPath } from "./knowledge-upload.ts";

it("objectPath keeps a plain name", () => {
  expect(objectPath("c1", "HP-240 Guide.pdf", 7)).toBe("c1/7_HP-240-Guide.pdf");
  expect(objectPath("c1", "Überhitzung.txt", 7)).toBe("c1/7_Uberhitzung.txt");
});

it("objectPath is always one name in the company's folder, whatever the file is called", () => {
  expect(objectPath("c1", "../../etc/passwd", 7)).toBe("c1/7_etc-passwd");
  expect(objectPath("c1", "🔥", 7)).toBe("c1/7_file");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      expect(objectPath("c1", name, 7)).toMatch(
        /^c1\/7_[A-Za-z0-9](?:[A-Za-z0-9-]|\.(?!\.)){0,99}$/,
      );
    }),
  );
});
