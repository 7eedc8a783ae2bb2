import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { beforeEach, expect, it } from "vitest";
import { REFUSED } from "#tests/support/administration-server.ts";
import { command, db, now, server } from "#tests/support/one-administrator.ts";
import { requestRow } from "#tests/support/rows.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import {
  EARLY_ACCESS_REQUESTS,
  keepNotesDraft,
  readRequestDraft,
} from "../mirror/person/lists/early-access-requests.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { readList, replaceList } from "../mirror/person/lists/server-list.ts";
import { GONE } from "./command-result.ts";
import { changeRequestStatus, saveRequestNotes } from "./early-access-requests.ts";

const LEAD = requestRow();

beforeEach(async () => {
  setServer({});
  await mirroredList(db.submissions).put(LEAD, now());
});

const setServer = (fields: Partial<EarlyAccessRequest>) =>
  server.requests.set(LEAD.id, { ...LEAD, ...fields });
const onServer = () => server.requests.get(LEAD.id);
const changes = () => server.calls.filter((call) => call !== "read contact_form_submissions");
const failAll = (outcome: Outcome<never>) => {
  for (const call of ["read contact_form_submissions", "change contacted"])
    server.fail.set(call, outcome);
};
const shown = async () => (await readList(db, EARLY_ACCESS_REQUESTS))[0];
const draft = () => readRequestDraft(db, LEAD.id);
const setStatus = (status: EarlyAccessRequest["status"]) =>
  changeRequestStatus(command, LEAD.id, status);
const saveNotes = (notes: string, seen: EarlyAccessRequest = LEAD) =>
  saveRequestNotes(command, seen, notes);
const pull = () =>
  replaceList(db, EARLY_ACCESS_REQUESTS, {
    rows: [...server.requests.values()],
    askedAt: now(),
    now: now(),
  });

it("changeRequestStatus shows the choice before the server has it, and deletes the draft afterwards", async () => {
  const open = server.hold("change qualified");
  const changing = setStatus("qualified");
  await expect.poll(shown).toMatchObject({ status: "qualified" });
  expect(onServer()?.status).toBe("new");
  expect(await draft()).toMatchObject({ status: "qualified" });
  open();
  expect(await changing).toEqual({ kind: "done" });
  expect(onServer()?.status).toBe("qualified");
  expect(await shown()).toMatchObject({ status: "qualified" });
  expect(await draft()).toBeUndefined();
});

it.each<[string, Outcome<never> | null, string, boolean]>([
  ["the server refuses", REFUSED, "Refused.", false],
  ["the request does not exist any more", null, GONE.message, false],
  ["the connection is lost", unreachable(), "No connection", true],
  ["the session ended", { kind: "sign-in" }, "Your session has ended. Sign in again.", true],
])("changeRequestStatus undoes the choice when %s", async (_, outcome, message, isKept) => {
  if (outcome === null) server.requests.clear();
  else failAll(outcome);
  expect(await setStatus("contacted")).toEqual({ kind: "failed", message });
  expect(await shown()).toMatchObject({ status: "new" });
  // What may still be sent stays as a draft.
  const kept = { status: "contacted", notes: null };
  expect(await draft()).toEqual(isKept ? expect.objectContaining(kept) : undefined);
  if (!isKept) return;
  server.fail.clear();
  expect(await setStatus("contacted")).toEqual({ kind: "done" });
  expect(await draft()).toBeUndefined();
});

it("changeRequestStatus sends choices one after the other, and only the latest of the waiting ones", async () => {
  const open = server.hold("change contacted");
  const first = setStatus("contacted");
  await expect.poll(shown).toMatchObject({ status: "contacted" });
  const second = setStatus("qualified");
  await expect.poll(draft).toMatchObject({ status: "qualified" });
  const third = setStatus("not_interested");
  await expect.poll(draft).toMatchObject({ status: "not_interested" });
  open();
  expect(await Promise.all([first, second, third])).toEqual([
    { kind: "done" },
    null,
    { kind: "done" },
  ]);
  expect(changes()).toEqual(["change contacted", "change not_interested"]);
  expect(await shown()).toMatchObject({ status: "not_interested" });
  expect(await draft()).toBeUndefined();
});

it("changeRequestStatus deletes the draft of a choice that arrived although its answer was lost", async () => {
  failAll(unreachable());
  await setStatus("contacted");
  setServer({ status: "contacted" });
  await pull();
  expect(await draft()).toBeUndefined();
  expect(await shown()).toMatchObject({ status: "contacted" });
});

it("saveRequestNotes saves the notes and deletes their draft", async () => {
  await keepNotesDraft(db, LEAD.id, "Call on Monday", "");
  expect(await saveNotes("Call on Monday")).toEqual({ kind: "done" });
  expect(onServer()?.notes).toBe("Call on Monday");
  expect(await shown()).toMatchObject({ notes: "Call on Monday" });
  expect(await draft()).toBeUndefined();
});

it("saveRequestNotes keeps text typed meanwhile as a draft based on the saved notes", async () => {
  await keepNotesDraft(db, LEAD.id, "Call on", "");
  const open = server.hold("change Call on");
  const saving = saveNotes("Call on");
  await keepNotesDraft(db, LEAD.id, "Call on Monday", "Call on");
  open();
  expect(await saving).toEqual({ kind: "done" });
  expect(await draft()).toMatchObject({ notes: "Call on Monday", notesBefore: "Call on" });
});

it.each<[string, Outcome<never>]>([
  ["refuses", REFUSED],
  ["cannot be reached", unreachable()],
])("saveRequestNotes keeps the draft when the server %s", async (_, outcome) => {
  await keepNotesDraft(db, LEAD.id, "Call on Monday", "");
  failAll(outcome);
  expect(await saveNotes("Call on Monday")).toMatchObject({ kind: "failed" });
  expect(await shown()).toMatchObject({ notes: null });
  expect(await draft()).toMatchObject({ notes: "Call on Monday", notesBefore: "" });
});

it("saveRequestNotes does not overwrite notes that the person has not seen", async () => {
  await keepNotesDraft(db, LEAD.id, "Mine", "");
  setServer({ notes: "Theirs" });
  expect(await saveNotes("Mine")).toEqual({ kind: "changed" });
  expect(changes()).toEqual([]);
  const seen = await shown();
  expect(seen).toMatchObject({ notes: "Theirs" });
  expect(await draft()).toMatchObject({ notes: "Mine", notesBefore: "" });
  expect(await saveNotes("Mine", seen)).toEqual({ kind: "done" });
  expect(onServer()?.notes).toBe("Mine");
  expect(await draft()).toBeUndefined();
});

it("saveRequestNotes can empty the notes", async () => {
  setServer({ notes: "Old" });
  await pull();
  await keepNotesDraft(db, LEAD.id, "", "Old");
  expect(await draft()).toMatchObject({ notes: "" });
  expect(await saveNotes("", onServer())).toEqual({ kind: "done" });
  expect(onServer()?.notes).toBeNull();
  expect(await draft()).toBeUndefined();
});
