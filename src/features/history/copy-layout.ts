import type { CopyPart } from "@contracts/company.ts";

/** The texts of a note that can be copied; one that the note does not have is empty. */
export type CopiedNote = Readonly<Record<CopyPart, string>>;

/** The names of the parts, as they are chosen and as they are copied. */
export const COPY_NAMES: CopiedNote = {
  job: "Job",
  person: "Technician",
  summary: "Suggested Summary",
  transcription: "Full Transcription",
};

/** What is copied where a company has chosen nothing. */
export const USUAL_LAYOUT: readonly CopyPart[] = ["summary", "transcription"];

/**
 * The text of a note in a layout; null for the usual one. The job and the person are lines with their
 * names; of the texts, all but the first have a heading. A note that has none of the chosen texts is
 * copied with the other one.
 */
export function layOutNote(layout: readonly CopyPart[] | null, note: CopiedNote): string {
  const chosen = layout ?? USUAL_LAYOUT;
  const isText = (part: CopyPart) => part === "summary" || part === "transcription";
  const hasText = chosen.some((part) => isText(part) && note[part] !== "");
  const parts = hasText ? chosen : [...chosen, ...USUAL_LAYOUT];
  let copied = "";
  let before: "none" | "line" | "text" = "none";
  let texts = 0;
  for (const part of new Set(parts)) {
    if (note[part] === "") continue;
    const isLine = !isText(part);
    if (before !== "none") copied += isLine && before === "line" ? "\n" : "\n\n";
    if (isLine) copied += `${COPY_NAMES[part]}: ${note[part]}`;
    else copied += texts++ === 0 ? note[part] : `${COPY_NAMES[part]}:\n${note[part]}`;
    before = isLine ? "line" : "text";
  }
  return copied;
}
