import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMPANY, LISTS, prompt, request } from "#tests/support/mirrored-lists.ts";
import { PersonDatabase } from "../person-database.ts";
import {
  keepNotesDraft,
  readRequestDrafts,
  replaceEarlyAccessRequests,
} from "./early-access-requests.ts";
import { keepPromptDraft, readPromptDrafts } from "./prompt-drafts.ts";
import { replacePromptSettings } from "./prompt-settings.ts";
import { readUsage, replaceUsage, USAGE_SCOPE } from "./usage-analytics.ts";

let db: PersonDatabase;
beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
});
afterEach(() => db.delete());

describe.each(Object.entries(LISTS))("the mirrored %s", (_, list) => {
  it("are not replaced by the answer to an older request", async () => {
    await list.answer(db, [["b", "new"]], { askedAt: 20, now: 30 });
    await list.answer(
      db,
      [
        ["a", "gone since"],
        ["b", "old"],
      ],
      { askedAt: 10, now: 40 },
    );
    expect(await list.shown(db)).toEqual([["b", "new"]]);
  });

  it("are refreshed after the device's clock was set back", async () => {
    await list.answer(db, [["a", "before"]], { askedAt: 9_000, now: 9_001 });
    await list.write(db, "b", "before", 9_002);
    await list.answer(db, [["a", "after"]], { askedAt: 10, now: 11 });
    expect(await list.shown(db)).toEqual([["a", "after"]]);
    await list.answer(db, [["c", "later"]], { askedAt: 20, now: 21 });
    expect(await list.shown(db)).toEqual([["c", "later"]]);
  });

  it("are refreshed when the clock is set back before the answer arrives", async () => {
    await list.answer(db, [["a", "before"]], { askedAt: 9_000, now: 10 });
    await list.answer(db, [["a", "after"]], { askedAt: 8_000, now: 9_100 });
    expect(await list.shown(db)).toEqual([["a", "after"]]);
  });

  it("keep rows written here after the request was sent, until the next answer", async () => {
    await list.answer(db, [["a", "server"]], { askedAt: 10, now: 11 });
    await list.write(db, "a", "mine", 21);
    await list.write(db, "b", "mine", 22);
    await list.answer(db, [["a", "server"]], { askedAt: 20, now: 30 });
    expect(await list.shown(db)).toEqual([
      ["a", "mine"],
      ["b", "mine"],
    ]);
    await list.answer(db, [["a", "server"]], { askedAt: 31, now: 32 });
    expect(await list.shown(db)).toEqual([["a", "server"]]);
  });

  it("treat rows without a time, from an earlier version, as old", async () => {
    await list.write(db, "a", "left", 1);
    await db.transaction("rw", db.tables, () =>
      Promise.all(
        db.tables.map((table) =>
          table.toCollection().modify((row: { mirroredAt?: number }) => {
            delete row.mirroredAt;
          }),
        ),
      ),
    );
    await list.answer(db, [["b", "server"]], { askedAt: 10, now: 11 });
    expect(await list.shown(db)).toEqual([["b", "server"]]);
  });
});

it("the mirrored usage figures are not replaced by the answer to an older request", async () => {
  const figures = (total_requests: number) =>
    [{ usage_date: "2026-01-05", agent_type: "voice_agent", total_requests }] as UsageAnalytics[];
  await replaceUsage(db, { rows: figures(2), askedAt: 20, now: 30 });
  await replaceUsage(db, { rows: figures(1), askedAt: 10, now: 40 });
  expect(await readUsage(db)).toMatchObject(figures(2));
  expect(await db.scopes.get(USAGE_SCOPE)).toMatchObject({ refreshedAt: 30 });
});

describe("an administrator's unsaved draft", () => {
  it("stays when an answer to an older request contains the same text", async () => {
    await replaceEarlyAccessRequests(db, {
      rows: [request("a", "theirs")],
      askedAt: 20,
      now: 30,
    });
    await keepNotesDraft(db, "a", "old", "theirs");
    await replaceEarlyAccessRequests(db, { rows: [request("a", "old")], askedAt: 10, now: 40 });
    expect(await readRequestDrafts(db)).toMatchObject([{ id: "a", notes: "old" }]);

    const row = prompt("a", "theirs");
    await replacePromptSettings(db, COMPANY, { rows: [row], askedAt: 20, now: 30 });
    await keepPromptDraft(db, row, "old", { saved: "theirs", own: "theirs" });
    const rows = [prompt("a", "old")];
    await replacePromptSettings(db, COMPANY, { rows, askedAt: 10, now: 40 });
    expect(await readPromptDrafts(db, COMPANY)).toMatchObject([{ text: "old" }]);
    await replacePromptSettings(db, COMPANY, { rows, askedAt: 50, now: 51 });
    expect(await readPromptDrafts(db, COMPANY)).toEqual([]);
  });
});
