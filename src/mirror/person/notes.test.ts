import { beforeEach, expect, it } from "vitest";
import { correctNote } from "#outbox/change-entry.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { db } from "#tests/support/empty-mirror.ts";
import { logRow } from "#tests/support/rows.ts";
import { isSummaryOlder, keepDoubtfulWords, keepNoteEdit, readNote } from "./notes.ts";
import { countUnsent } from "./outbox/unsent.ts";

const { id, ...log } = logRow({ input_data: "The contractor hums.", output_summary: "It hums." });
const locks = { query: async () => ({ held: [], pending: [] }) };

beforeEach(async () => {
  await db.agentLogs.put({ ...log, id, mirroredAt: 0 });
});

const correct = (transcription: string, summary = "It hums.") =>
  correctNote(db, browserPorts, id, { transcription, summary });
const texts = async () => (await readNote(db, id))?.versions.map((each) => each.transcription);

/** What another device of the person sent, as the server has it. */
async function arrived(transcription: string, revision: number): Promise<void> {
  const change = crypto.randomUUID();
  await db.entryChanges.put({
    ...{ id: change, entry_id: id, user_id: null, kind: "text", job_id: null, transcription },
    ...{ summary: "It hums.", revision, changed_at: "2026-01-05T09:00:00Z" },
    ...{ created_at: "2026-01-05T09:00:00Z", mirroredAt: 0 },
  });
}

it("has every version of a note, the later one of two devices first", async () => {
  expect(await texts()).toEqual(["The contractor hums."]);
  await correct("The contactor hums.");
  await arrived("The contactor of unit 4 hums.", Date.now() + 60_000);
  await arrived("The tractor hums.", 1);
  const note = await readNote(db, id);
  expect(note?.versions.map(({ transcription, waits }) => [transcription, waits])).toEqual([
    ["The contactor of unit 4 hums.", false],
    ["The contactor hums.", true],
    ["The tractor hums.", false],
    ["The contractor hums.", false],
  ]);
  expect(note?.valid).toBe(note?.versions[0]);
});

it("steps back by another version, so that nothing is lost", async () => {
  await correct("The contactor hums.");
  await correct("The contractor hums.");
  expect(await texts()).toEqual([
    "The contractor hums.",
    "The contactor hums.",
    "The contractor hums.",
  ]);
});

it("has the whole summary as long as the server's reply is kept", async () => {
  const reply = { success: true, transcription: log.input_data, summary: "It hums. And more." };
  await db.results.put({ id, reply, receivedAt: 1 });
  expect((await readNote(db, id))?.valid.summary).toBe("It hums. And more.");
});

it("keeps an edit as an unsaved text until it is saved, or equals the note again", async () => {
  const begun = { id, transcription: "The contractor hums.", summary: "It hums." };
  const unsaved = async () => (await countUnsent(db, locks)).texts;
  await keepNoteEdit(db, begun, { transcription: "The contactor" });
  await keepNoteEdit(db, begun, { summary: "Hums." });
  expect((await readNote(db, id))?.edit).toEqual({
    ...{ id, transcription: "The contactor", summary: "Hums." },
  });
  expect(await unsaved()).toBe(1);
  await keepNoteEdit(db, begun, { transcription: begun.transcription, summary: begun.summary });
  expect(await unsaved()).toBe(0);
  await keepNoteEdit(db, begun, { summary: "Hums." });
  await correct("The contactor hums.");
  expect(await unsaved()).toBe(0);
});

it("notes the doubtful words that were kept beside the reply and the draft", async () => {
  await keepDoubtfulWords(db, id, [3]);
  expect((await readNote(db, id))?.checked).toEqual([]);
  await db.results.put({ id, reply: {}, receivedAt: 1 });
  await keepDoubtfulWords(db, id, [3]);
  await keepDoubtfulWords(db, id, [5]);
  expect((await readNote(db, id))?.checked).toEqual([3, 5]);
});

it.each([
  ["is as it arrived", [["a", "s"]], false],
  [
    "has another transcription",
    [
      ["b", "s"],
      ["a", "s"],
    ],
    true,
  ],
  [
    "has another transcription and a summary of it",
    [
      ["b", "t"],
      ["a", "s"],
    ],
    false,
  ],
  [
    "got its summary later",
    [
      ["b", "t"],
      ["b", "s"],
      ["a", "s"],
    ],
    false,
  ],
  [
    "is as it arrived once more",
    [
      ["a", "s"],
      ["b", "s"],
      ["a", "s"],
    ],
    false,
  ],
  [
    "has no summary",
    [
      ["b", ""],
      ["a", ""],
    ],
    false,
  ],
])("a note that %s: is its summary older than its transcription?", (_, made, isOlder) => {
  const versions = made.map(([transcription = "", summary = ""]) => ({ transcription, summary }));
  expect(isSummaryOlder(versions[0] ?? { transcription: "", summary: "" }, versions)).toBe(isOlder);
});
