import type { NewPromptSetting, PromptSetting } from "@contracts/prompt-setting.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { keepPromptDraft, readPromptDrafts } from "../mirror/person/lists/prompt-drafts.ts";
import {
  readPromptSettings,
  replacePromptSettings,
} from "../mirror/person/lists/prompt-settings.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { addPrompt, removePrompt, savePrompts } from "./prompt-settings.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const SNAP = "snap_agent_system_prompt";
const ASK = "ask_agent_system_prompt";
const REFUSED: Outcome<never> = { kind: "never", code: "P0001", message: "Refused." };
const DUPLICATE: Outcome<never> = {
  kind: "later",
  cause: "busy",
  code: "23505",
  message: "duplicate key value",
  retryAfterMs: null,
};
const BUILT_IN = "Built in";

const row = (prompt_key: string, prompt_value: string): PromptSetting => ({
  id: crypto.randomUUID(),
  company_id: COMPANY,
  prompt_key,
  prompt_value,
  description: null,
  updated_by: null,
  updated_at: "2026-01-01T00:00:00+00:00",
});

let db: PersonDatabase;
let time: number;
/** The server's rows by key. */
let rows: Map<string, PromptSetting>;
/** The answers to writes of a key instead of the server's own. */
let instead: Map<string, Outcome<never>>;
/** Writes wait for this promise. */
let gate: Promise<void>;
let writes: string[];

async function write<T>(key: string, work: () => T): Promise<Outcome<T>> {
  await gate;
  writes.push(key);
  return instead.get(key) ?? { kind: "ok", value: work() };
}

const administration = {
  promptSettings: async (): Promise<Outcome<PromptSetting[]>> =>
    instead.get("read") ?? { kind: "ok", value: [...rows.values()] },
  addPromptSetting: (setting: NewPromptSetting) =>
    write(setting.prompt_key, () => {
      const added = { ...row(setting.prompt_key, setting.prompt_value), ...setting };
      rows.set(added.prompt_key, added);
      return added;
    }),
  changePromptSetting: (
    me: string,
    { prompt_key }: Pick<PromptSetting, "company_id" | "prompt_key">,
    change: Pick<PromptSetting, "prompt_value" | "updated_at">,
  ) =>
    write(prompt_key, () => {
      const before = rows.get(prompt_key);
      if (before === undefined) return null;
      rows.set(prompt_key, { ...before, ...change, updated_by: me });
      return rows.get(prompt_key) ?? null;
    }),
  deletePromptSetting: (_: string, id: string) =>
    write("delete", () => {
      const found = [...rows.values()].find((each) => each.id === id);
      return found !== undefined && rows.delete(found.prompt_key) ? (true as const) : null;
    }),
};

// The commands for prompts need only this part of the backend.
const command = () =>
  ({ db, backend: { administration }, now: () => ++time }) as unknown as Parameters<
    typeof savePrompts
  >[0];

const pull = () =>
  replacePromptSettings(db, COMPANY, { rows: [...rows.values()], askedAt: ++time, now: ++time });

/** The company's own texts that its page shows. */
async function shown(): Promise<Record<string, string>> {
  const own = await readPromptSettings(db, COMPANY);
  return Object.fromEntries(own.map((each) => [each.prompt_key, each.prompt_value]));
}

const drafts = async () =>
  (await readPromptDrafts(db, COMPANY)).map(({ prompt_key, text, before }) => [
    prompt_key,
    text,
    before,
  ]);

async function edit(prompt_key: string, text: string): Promise<void> {
  const own = (await shown())[prompt_key] ?? null;
  await keepPromptDraft(db, { company_id: COMPANY, prompt_key }, text, {
    saved: own ?? BUILT_IN,
    own,
  });
}

async function save() {
  const seen = new Map(Object.entries(await shown()));
  const typed = await readPromptDrafts(db, COMPANY);
  const saved = await savePrompts(command(), COMPANY, typed, seen);
  return Object.fromEntries(saved.map(({ prompt_key, result }) => [prompt_key, result]));
}

function holdServer(): () => void {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

beforeEach(async () => {
  db = new PersonDatabase(crypto.randomUUID());
  time = 0;
  rows = new Map([[ASK, row(ASK, "Old")]]);
  instead = new Map();
  gate = Promise.resolve();
  writes = [];
  await pull();
});
afterEach(() => db.delete());

describe("savePrompts", () => {
  it("adds a text if the company has none of its own, and changes it otherwise", async () => {
    const open = holdServer();
    await edit(SNAP, "Snap!");
    await edit(ASK, "New");
    const saving = save();
    await expect.poll(shown).toEqual({ [SNAP]: "Snap!", [ASK]: "New" });
    expect(writes).toEqual([]);
    open();
    expect(await saving).toEqual({ [SNAP]: { kind: "done" }, [ASK]: { kind: "done" } });
    expect(rows.get(SNAP)).toMatchObject({ prompt_value: "Snap!", updated_by: db.personId });
    expect(rows.get(ASK)).toMatchObject({ prompt_value: "New", updated_by: db.personId });
    expect(await drafts()).toEqual([]);
    // With the id that the server assigned, and only once.
    const mirrored = await readPromptSettings(db, COMPANY);
    expect(mirrored.map(({ id }) => id)).toEqual([rows.get(ASK)?.id, rows.get(SNAP)?.id]);
  });

  it("saves the given texts and not what was typed after them, which is kept", async () => {
    await edit(ASK, "Checked");
    const checked = await readPromptDrafts(db, COMPANY);
    const seen = new Map(Object.entries(await shown()));
    await edit(ASK, "Checked, and more");
    await edit(SNAP, "Snap!");
    const saved = await savePrompts(command(), COMPANY, checked, seen);
    expect(saved).toEqual([{ prompt_key: ASK, result: { kind: "done" } }]);
    expect([...rows.values()].map((each) => each.prompt_value)).toEqual(["Checked"]);
    expect(await drafts()).toEqual([
      [ASK, "Checked, and more", "Checked"],
      [SNAP, "Snap!", null],
    ]);
  });

  it("keeps the drafts of texts that fail, and saves the others", async () => {
    instead.set(ASK, REFUSED);
    await edit(SNAP, "Snap!");
    await edit(ASK, "New");
    expect(await save()).toEqual({
      [SNAP]: { kind: "done" },
      [ASK]: { kind: "failed", message: "Refused." },
    });
    expect(await shown()).toEqual({ [SNAP]: "Snap!", [ASK]: "Old" });
    expect(await drafts()).toEqual([[ASK, "New", "Old"]]);
  });

  it("keeps all drafts when the server cannot be reached", async () => {
    instead.set("read", unreachable());
    await edit(SNAP, "Snap!");
    await edit(ASK, "New");
    const failed = { kind: "failed", message: "No connection" };
    expect(await save()).toEqual({ [SNAP]: failed, [ASK]: failed });
    expect(writes).toEqual([]);
    expect(await drafts()).toHaveLength(2);
  });

  it("does not overwrite a text that the person has not seen", async () => {
    await edit(ASK, "Mine");
    rows.set(ASK, { ...row(ASK, "Theirs"), id: rows.get(ASK)?.id ?? "" });
    expect(await save()).toEqual({ [ASK]: { kind: "changed" } });
    expect(writes).toEqual([]);
    expect(await shown()).toEqual({ [ASK]: "Theirs" });
    expect(await drafts()).toEqual([[ASK, "Mine", "Old"]]);
    expect(await save()).toEqual({ [ASK]: { kind: "done" } });
    expect(rows.get(ASK)?.prompt_value).toBe("Mine");
  });

  it("reports a text that another person added or deleted meanwhile", async () => {
    await edit(SNAP, "Mine");
    await edit(ASK, "Mine too");
    rows = new Map([[SNAP, row(SNAP, "Theirs")]]);
    expect(await save()).toEqual({ [SNAP]: { kind: "changed" }, [ASK]: { kind: "changed" } });
    expect(await shown()).toEqual({ [SNAP]: "Theirs" });
    expect(await save()).toEqual({ [SNAP]: { kind: "done" }, [ASK]: { kind: "done" } });
    expect(rows.get(ASK)?.prompt_value).toBe("Mine too");
  });

  it("does not send a text again that arrived although its answer was lost", async () => {
    await edit(ASK, "New");
    rows.set(ASK, row(ASK, "New"));
    await save();
    expect(writes).toEqual([]);
    expect(await drafts()).toEqual([]);
    expect(await shown()).toEqual({ [ASK]: "New" });
  });

  it("does not send an empty prompt", async () => {
    await edit(ASK, " \n");
    expect(await save()).toEqual({
      [ASK]: { kind: "failed", message: "A prompt needs a text." },
    });
    expect(writes).toEqual([]);
  });

  it("saves once after two taps", async () => {
    const open = holdServer();
    await edit(ASK, "New");
    const both = [save(), save()];
    open();
    await Promise.all(both);
    expect(writes).toEqual([ASK]);
  });

  it("does not save other companies' drafts", async () => {
    const other = { company_id: crypto.randomUUID(), prompt_key: SNAP };
    await keepPromptDraft(db, other, "Elsewhere", { saved: BUILT_IN, own: null });
    expect(await save()).toEqual({});
    expect(await readPromptDrafts(db, other.company_id)).toHaveLength(1);
  });
});

it("a draft survives a refresh until its text equals the saved one again", async () => {
  await edit(ASK, "Mine");
  rows.set(ASK, { ...row(ASK, "Theirs"), id: rows.get(ASK)?.id ?? "" });
  await pull();
  expect(await drafts()).toEqual([[ASK, "Mine", "Old"]]);
  await edit(ASK, "Theirs");
  expect(await drafts()).toEqual([]);
});

describe("addPrompt", () => {
  const tone = { company_id: COMPANY, prompt_key: "tone", prompt_value: "Kind", description: "D" };

  it("adds the prompt", async () => {
    expect(await addPrompt(command(), tone)).toEqual({ kind: "done" });
    expect(rows.get("tone")).toMatchObject({ ...tone, updated_by: db.personId });
    expect(await shown()).toEqual({ [ASK]: "Old", tone: "Kind" });
  });

  it.each([
    [REFUSED, "Refused."],
    [DUPLICATE, "This company already has a prompt with this key."],
  ])("is undone when the server refuses", async (outcome, message) => {
    instead.set("tone", outcome);
    expect(await addPrompt(command(), tone)).toEqual({ kind: "failed", message });
    expect(await shown()).toEqual({ [ASK]: "Old" });
  });
});

describe("removePrompt", () => {
  const remove = async () => {
    const [prompt] = await readPromptSettings(db, COMPANY);
    if (prompt === undefined) throw new Error("There is no prompt");
    return removePrompt(command(), prompt);
  };

  it("deletes the prompt with its draft", async () => {
    await edit(ASK, "Mine");
    expect(await remove()).toEqual({ kind: "done" });
    expect(rows.size).toBe(0);
    expect(await shown()).toEqual({});
    expect(await drafts()).toEqual([]);
  });

  it("shows the prompt again with its draft when the server refuses", async () => {
    instead.set("delete", REFUSED);
    await edit(ASK, "Mine");
    expect(await remove()).toEqual({ kind: "failed", message: "Refused." });
    expect(await shown()).toEqual({ [ASK]: "Old" });
    expect(await drafts()).toHaveLength(1);
  });

  it("fails when the person may not delete the prompt", async () => {
    const kept = rows;
    rows = new Map();
    expect(await remove()).toMatchObject({ kind: "failed" });
    rows = kept;
    await pull();
    expect(await shown()).toEqual({ [ASK]: "Old" });
  });
});
