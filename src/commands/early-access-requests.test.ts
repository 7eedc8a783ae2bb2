import type {
  EarlyAccessRequest,
  EarlyAccessRequestChange,
} from "@contracts/early-access-request.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import {
  keepNotesDraft,
  readEarlyAccessRequests,
  readRequestDraft,
  replaceEarlyAccessRequests,
} from "../mirror/person/lists/early-access-requests.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { changeRequestStatus, saveRequestNotes } from "./early-access-requests.ts";

const REFUSED: Outcome<never> = { kind: "never", code: "refused", message: "Refused." };
const LEAD: EarlyAccessRequest = {
  id: "0b1f2c3d-0000-4000-8000-000000000001",
  company: "Prospect Heating",
  name: "Pat Visitor",
  email: "pat@prospect.example",
  phone: "+1 503 555 0100",
  field_tech_count: "5-10",
  current_crm: "Salesforce",
  created_at: "2026-01-01T08:00:00+00:00",
  status: "new",
  notes: null,
};

/** A server with one request for early access; `fail` is the answer to the next changes. */
function createServer() {
  const server = {
    row: { ...LEAD } as EarlyAccessRequest | null,
    fail: null as Outcome<never> | null,
    /** Changes wait for this promise. */
    gate: Promise.resolve(),
    changes: [] as EarlyAccessRequestChange[],
    backend: {
      administration: {
        async earlyAccessRequest(): Promise<Outcome<EarlyAccessRequest | null>> {
          return server.fail ?? { kind: "ok", value: server.row };
        },
        async changeEarlyAccessRequest(
          _me: string,
          _id: string,
          change: EarlyAccessRequestChange,
        ): Promise<Outcome<EarlyAccessRequest | null>> {
          await server.gate;
          server.changes.push(change);
          if (server.fail !== null) return server.fail;
          if (server.row !== null) server.row = { ...server.row, ...change };
          return { kind: "ok", value: server.row };
        },
      },
    },
  };
  return server;
}

let db: PersonDatabase;
let server: ReturnType<typeof createServer>;
let command: Parameters<typeof changeRequestStatus>[0];
let time = 0;

beforeEach(async () => {
  db = new PersonDatabase(crypto.randomUUID());
  server = createServer();
  // Only the part of the backend that these commands use.
  command = { db, backend: server.backend as never, now: () => ++time };
  await mirroredList(db.submissions).put(LEAD, ++time);
});
afterEach(() => db.delete());

const shown = async () => (await readEarlyAccessRequests(db))[0];
const draft = () => readRequestDraft(db, LEAD.id);
const setStatus = (status: EarlyAccessRequest["status"]) =>
  changeRequestStatus(command, LEAD.id, status);
const saveNotes = (notes: string, seen: EarlyAccessRequest = LEAD) =>
  saveRequestNotes(command, seen, notes);
const pull = () =>
  replaceEarlyAccessRequests(db, {
    rows: server.row === null ? [] : [server.row],
    askedAt: ++time,
    now: ++time,
  });

describe("changeRequestStatus", () => {
  it("shows the choice before the server has it, and deletes the draft afterwards", async () => {
    let open = () => {};
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
    const changing = setStatus("qualified");
    await expect.poll(shown).toMatchObject({ status: "qualified" });
    expect(server.row?.status).toBe("new");
    expect(await draft()).toMatchObject({ status: "qualified" });
    open();
    expect(await changing).toEqual({ kind: "done" });
    expect(server.row?.status).toBe("qualified");
    expect(await shown()).toMatchObject({ status: "qualified" });
    expect(await draft()).toBeUndefined();
  });

  it("undoes the choice and keeps no draft when the server refuses", async () => {
    server.fail = REFUSED;
    expect(await setStatus("contacted")).toEqual({ kind: "failed", message: "Refused." });
    expect(await shown()).toMatchObject({ status: "new" });
    expect(await draft()).toBeUndefined();
  });

  it("undoes the choice when the request does not exist any more", async () => {
    server.row = null;
    expect(await setStatus("contacted")).toMatchObject({ kind: "failed" });
    expect(await draft()).toBeUndefined();
  });

  it.each([
    ["the connection is lost", unreachable()],
    ["the session ended", { kind: "sign-in" } as const],
  ])("undoes the choice but keeps it as a draft when %s", async (_, outcome) => {
    server.fail = outcome;
    expect(await setStatus("contacted")).toMatchObject({ kind: "failed" });
    expect(await shown()).toMatchObject({ status: "new" });
    expect(await draft()).toMatchObject({ status: "contacted", notes: null });
    server.fail = null;
    expect(await setStatus("contacted")).toEqual({ kind: "done" });
    expect(await draft()).toBeUndefined();
  });

  it("sends choices one after the other, and only the latest of the waiting ones", async () => {
    let open = () => {};
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
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
    expect(server.changes).toEqual([{ status: "contacted" }, { status: "not_interested" }]);
    expect(await shown()).toMatchObject({ status: "not_interested" });
    expect(await draft()).toBeUndefined();
  });

  it("deletes the draft of a choice that arrived although its answer was lost", async () => {
    server.fail = unreachable();
    await setStatus("contacted");
    server.row = { ...LEAD, status: "contacted" };
    await pull();
    expect(await draft()).toBeUndefined();
    expect(await shown()).toMatchObject({ status: "contacted" });
  });
});

describe("saveRequestNotes", () => {
  it("saves the notes and deletes their draft", async () => {
    await keepNotesDraft(db, LEAD.id, "Call on Monday", "");
    expect(await saveNotes("Call on Monday")).toEqual({ kind: "done" });
    expect(server.row?.notes).toBe("Call on Monday");
    expect(await shown()).toMatchObject({ notes: "Call on Monday" });
    expect(await draft()).toBeUndefined();
  });

  it("keeps text typed meanwhile as a draft based on the saved notes", async () => {
    await keepNotesDraft(db, LEAD.id, "Call on", "");
    let open = () => {};
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
    const saving = saveNotes("Call on");
    await keepNotesDraft(db, LEAD.id, "Call on Monday", "Call on");
    open();
    expect(await saving).toEqual({ kind: "done" });
    expect(await draft()).toMatchObject({ notes: "Call on Monday", notesBefore: "Call on" });
  });

  it.each<[string, Outcome<never>]>([
    ["refuses", REFUSED],
    ["cannot be reached", unreachable()],
  ])("keeps the draft when the server %s", async (_, outcome) => {
    await keepNotesDraft(db, LEAD.id, "Call on Monday", "");
    server.fail = outcome;
    expect(await saveNotes("Call on Monday")).toMatchObject({ kind: "failed" });
    expect(await shown()).toMatchObject({ notes: null });
    expect(await draft()).toMatchObject({ notes: "Call on Monday", notesBefore: "" });
  });

  it("does not overwrite notes that the person has not seen", async () => {
    await keepNotesDraft(db, LEAD.id, "Mine", "");
    server.row = { ...LEAD, notes: "Theirs" };
    expect(await saveNotes("Mine")).toEqual({ kind: "changed" });
    expect(server.changes).toEqual([]);
    const seen = await shown();
    expect(seen).toMatchObject({ notes: "Theirs" });
    expect(await draft()).toMatchObject({ notes: "Mine", notesBefore: "" });
    expect(await saveNotes("Mine", seen)).toEqual({ kind: "done" });
    expect(server.row?.notes).toBe("Mine");
    expect(await draft()).toBeUndefined();
  });

  it("keeps the draft and another person's notes after a refresh", async () => {
    await keepNotesDraft(db, LEAD.id, "Mine", "");
    server.row = { ...LEAD, notes: "Theirs" };
    await pull();
    expect(await shown()).toMatchObject({ notes: "Theirs" });
    expect(await draft()).toMatchObject({ notes: "Mine", notesBefore: "" });
  });

  it("can empty the notes", async () => {
    server.row = { ...LEAD, notes: "Old" };
    await mirroredList(db.submissions).put(server.row, ++time);
    await keepNotesDraft(db, LEAD.id, "", "Old");
    expect(await draft()).toMatchObject({ notes: "" });
    expect(await saveNotes("", server.row)).toEqual({ kind: "done" });
    expect(server.row?.notes).toBeNull();
    expect(await draft()).toBeUndefined();
  });
});
