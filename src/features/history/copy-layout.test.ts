import type { CopyPart } from "@contracts/company.ts";
import { expect, it } from "vitest";
import { layOutNote } from "./copy-layout.ts";

const NOTE = {
  job: "A-200 · Boiler room",
  person: "Kim Lee",
  summary: "Done.",
  transcription: "I did.",
};

it.each([
  [null, "Done.\n\nFull Transcription:\nI did."],
  [["summary"], "Done."],
  [["transcription", "summary"], "I did.\n\nSuggested Summary:\nDone."],
  [
    ["job", "person", "summary", "transcription"],
    "Job: A-200 · Boiler room\nTechnician: Kim Lee\n\nDone.\n\nFull Transcription:\nI did.",
  ],
  [["summary", "job"], "Done.\n\nJob: A-200 · Boiler room"],
] as [CopyPart[] | null, string][])("a note in the layout %j is %j", (layout, text) => {
  expect(layOutNote(layout, NOTE)).toBe(text);
});

it("what a note does not have is left out, and a note without a summary is its transcription", () => {
  const note = { ...NOTE, job: "", summary: "" };
  expect(layOutNote(null, note)).toBe("I did.");
  expect(layOutNote(["job", "person", "summary"], note)).toBe("Technician: Kim Lee\n\nI did.");
});
