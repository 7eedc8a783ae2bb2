import { plainFileName } from "@contracts/plain-name.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { downloadName } from "./save-file.ts";

it.each([
  ["Heat pump (2).pdf", "Heat pump (2).pdf"],
  ["../../etc/passwd", "....etcpasswd.pdf"],
  ["C:\\Windows\\a.pdf", "C:Windowsa.pdf"],
  // Shown as "invoiceexe.pdf" because a character reverses the text direction.
  ["invoice\u202efdp.exe", "invoicefdp.exe.pdf"],
  ["manual.pdf.exe . .", "manual.pdf.exe.pdf"],
  ["a\r\nb\u0000\u2028.pdf", "a b .pdf"],
  ["\u202e\u2066", "file.pdf"],
  ["<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"],
  ["دليل\u200cها.pdf", "دليل\u200cها.pdf"],
])("the file name of a download for %j is %j", (name, expected) => {
  expect(downloadName(name, ".pdf")).toBe(expected);
});

it("the file name of a download is a valid file name with its ending, for any input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const made = downloadName(name, ".pdf");
      expect(made).not.toMatch(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/u);
      expect(made.toLowerCase()).toMatch(/.\.pdf$/);
      expect(plainFileName(made)).toBe(made);
    }),
  );
});
