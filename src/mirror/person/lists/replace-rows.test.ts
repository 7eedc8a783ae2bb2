import { describe, expect, it } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import { LISTS, type ListedRows } from "#tests/support/mirrored-lists.ts";
import { COMPANY } from "#tests/support/rows.ts";
import { keepNotesDraft, readRequestDrafts } from "./early-access-requests.ts";
import { keepPromptDraft, readPromptDrafts } from "./prompt-drafts.ts";

type Texts = (readonly [id: string, text: string])[];

function tested(list: ListedRows<{ id: string }>) {
  return {
    answer: (texts: Texts, times: { askedAt: number; now: number }) =>
      list.replace(db, { rows: texts.map(([id, text]) => list.row(id, text)), ...times }),
    /** Writes a row to the mirror other than by an answer. */
    write: (id: string, text: string, mirroredAt: number) =>
      db.table(list.table).put({ ...list.row(id, text), ...list.kept, mirroredAt }),
    /** The rows that a page shows, sorted by id. */
    async shown() {
      const rows: (Record<string, unknown> & { id: string })[] = await list.read(db);
      return rows.map((row) => [row.id, row[list.field]]).sort();
    },
  };
}

describe.each(Object.entries(LISTS))("the mirrored %s", (_, rows) => {
  const list = tested(rows as unknown as ListedRows<{ id: string }>);
  it("are not replaced by the answer to an older request", async () => {
    await list.answer([["b", "new"]], { askedAt: 20, now: 30 });
    const older: Texts = [
      ["a", "gone since"],
      ["b", "old"],
    ];
    await list.answer(older, { askedAt: 10, now: 40 });
    expect(await list.shown()).toEqual([["b", "new"]]);
  });

  it("are refreshed after the device's clock was set back", async () => {
    await list.answer([["a", "before"]], { askedAt: 9_000, now: 9_001 });
    await list.write("b", "before", 9_002);
    await list.answer([["a", "after"]], { askedAt: 10, now: 11 });
    expect(await list.shown()).toEqual([["a", "after"]]);
    await list.answer([["c", "later"]], { askedAt: 20, now: 21 });
    expect(await list.shown()).toEqual([["c", "later"]]);
  });

  it("are refreshed when the clock is set back before the answer arrives", async () => {
    await list.answer([["a", "before"]], { askedAt: 9_000, now: 10 });
    await list.answer([["a", "after"]], { askedAt: 8_000, now: 9_100 });
    expect(await list.shown()).toEqual([["a", "after"]]);
  });

  it("keep rows written here after the request was sent, until the next answer", async () => {
    await list.answer([["a", "server"]], { askedAt: 10, now: 11 });
    await list.write("a", "mine", 21);
    await list.write("b", "mine", 22);
    await list.answer([["a", "server"]], { askedAt: 20, now: 30 });
    expect(await list.shown()).toEqual([
      ["a", "mine"],
      ["b", "mine"],
    ]);
    await list.answer([["a", "server"]], { askedAt: 31, now: 32 });
    expect(await list.shown()).toEqual([["a", "server"]]);
  });

  it("treat rows without a time, from an earlier version, as old", async () => {
    await list.write("a", "left", 1);
    for (const table of db.tables) {
      await table.toCollection().modify((row: { mirroredAt?: number }) => {
        delete row.mirroredAt;
      });
    }
    await list.answer([["b", "server"]], { askedAt: 10, now: 11 });
    expect(await list.shown()).toEqual([["b", "server"]]);
  });
});

it("an unsaved draft stays when an answer to an older request contains the same text", async () => {
  const submissions = tested(LISTS.submissions as unknown as ListedRows<{ id: string }>);
  const prompts = tested(LISTS.prompts as unknown as ListedRows<{ id: string }>);
  await submissions.answer([["a", "theirs"]], { askedAt: 20, now: 30 });
  await keepNotesDraft(db, "a", "old", "theirs");
  await submissions.answer([["a", "old"]], { askedAt: 10, now: 40 });
  expect(await readRequestDrafts(db)).toMatchObject([{ id: "a", notes: "old" }]);

  await prompts.answer([["a", "theirs"]], { askedAt: 20, now: 30 });
  const prompt = { company_id: COMPANY, prompt_key: "key-a" };
  await keepPromptDraft(db, prompt, "old", { saved: "theirs", own: "theirs" });
  await prompts.answer([["a", "old"]], { askedAt: 10, now: 40 });
  expect(await readPromptDrafts(db, COMPANY)).toMatchObject([{ text: "old" }]);
  await prompts.answer([["a", "old"]], { askedAt: 50, now: 51 });
  expect(await readPromptDrafts(db, COMPANY)).toEqual([]);
});
