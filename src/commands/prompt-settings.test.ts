import { beforeEach, expect, it } from "vitest";
import { REFUSED } from "#tests/support/administration-server.ts";
import { command, db, now, server } from "#tests/support/one-administrator.ts";
import { COMPANY, promptRow } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { keepPromptDraft, readPromptDrafts } from "../mirror/person/lists/prompt-drafts.ts";
import { PROMPT_SETTINGS } from "../mirror/person/lists/prompt-settings.ts";
import { readList, replaceList } from "../mirror/person/lists/server-list.ts";
import { removePrompt, savePrompts } from "./prompt-settings.ts";

const SNAP = "snap_agent_system_prompt";
const ASK = "ask_agent_system_prompt";
const BUILT_IN = "Built in";
const OLD = promptRow({ prompt_key: ASK, prompt_value: "Old" });

function setRows(...rows: ReturnType<typeof promptRow>[]): void {
  server.prompts.clear();
  for (const row of rows) server.prompts.set(row.id, row);
}
const rowOf = (key: string) =>
  [...server.prompts.values()].find(({ prompt_key }) => prompt_key === key);

const writes = () => server.calls.filter((call) => call !== "read ai_prompt_settings");

const pull = () =>
  replaceList(
    db,
    PROMPT_SETTINGS,
    { rows: [...server.prompts.values()], askedAt: now(), now: now() },
    COMPANY,
  );

/** The company's own texts that its page shows. */
async function shown(): Promise<Record<string, string>> {
  const own = await readList(db, PROMPT_SETTINGS, COMPANY);
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
  const saved = await savePrompts(command, COMPANY, typed, seen);
  return Object.fromEntries(saved.map(({ prompt_key, result }) => [prompt_key, result]));
}

beforeEach(async () => {
  setRows(OLD);
  await pull();
});

it("savePrompts adds a text if the company has none of its own, and changes it otherwise", async () => {
  const opens = [`add ${SNAP}`, `change ${ASK}`].map(server.hold);
  await edit(SNAP, "Snap!");
  await edit(ASK, "New");
  const saving = save();
  await expect.poll(shown).toEqual({ [SNAP]: "Snap!", [ASK]: "New" });
  expect([...server.prompts.values()]).toEqual([OLD]);
  for (const open of opens) open();
  expect(await saving).toEqual({ [SNAP]: { kind: "done" }, [ASK]: { kind: "done" } });
  expect(rowOf(SNAP)).toMatchObject({ prompt_value: "Snap!", updated_by: db.personId });
  expect(rowOf(ASK)).toMatchObject({ prompt_value: "New", updated_by: db.personId });
  expect(await drafts()).toEqual([]);
  // With the id that the server assigned, and only once.
  const mirrored = await readList(db, PROMPT_SETTINGS, COMPANY);
  expect(mirrored.map(({ id }) => id)).toEqual([rowOf(ASK)?.id, rowOf(SNAP)?.id]);
});

it("savePrompts saves the given texts and not what was typed after them, which is kept", async () => {
  await edit(ASK, "Checked");
  const checked = await readPromptDrafts(db, COMPANY);
  const seen = new Map(Object.entries(await shown()));
  await edit(ASK, "Checked, and more");
  await edit(SNAP, "Snap!");
  const saved = await savePrompts(command, COMPANY, checked, seen);
  expect(saved).toEqual([{ prompt_key: ASK, result: { kind: "done" } }]);
  expect([...server.prompts.values()].map((each) => each.prompt_value)).toEqual(["Checked"]);
  expect(await drafts()).toEqual([
    [ASK, "Checked, and more", "Checked"],
    [SNAP, "Snap!", null],
  ]);
});

it("savePrompts keeps the drafts of texts that fail, and saves the others", async () => {
  server.fail.set(`change ${ASK}`, REFUSED);
  await edit(SNAP, "Snap!");
  await edit(ASK, "New");
  expect(await save()).toEqual({
    [SNAP]: { kind: "done" },
    [ASK]: { kind: "failed", message: "Refused." },
  });
  expect(await shown()).toEqual({ [SNAP]: "Snap!", [ASK]: "Old" });
  expect(await drafts()).toEqual([[ASK, "New", "Old"]]);
});

it("savePrompts keeps all drafts when the server cannot be reached", async () => {
  server.fail.set("read ai_prompt_settings", unreachable());
  await edit(SNAP, "Snap!");
  await edit(ASK, "New");
  const failed = { kind: "failed", message: "No connection" };
  expect(await save()).toEqual({ [SNAP]: failed, [ASK]: failed });
  expect(writes()).toEqual([]);
  expect(await drafts()).toHaveLength(2);
});

it("savePrompts does not overwrite a text that the person has not seen", async () => {
  await edit(ASK, "Mine");
  setRows({ ...OLD, prompt_value: "Theirs" });
  expect(await save()).toEqual({ [ASK]: { kind: "changed" } });
  expect(writes()).toEqual([]);
  expect(await shown()).toEqual({ [ASK]: "Theirs" });
  expect(await drafts()).toEqual([[ASK, "Mine", "Old"]]);
  expect(await save()).toEqual({ [ASK]: { kind: "done" } });
  expect(rowOf(ASK)?.prompt_value).toBe("Mine");
});

it("savePrompts reports a text that another person added or deleted meanwhile", async () => {
  await edit(SNAP, "Mine");
  await edit(ASK, "Mine too");
  setRows(promptRow({ id: "other", prompt_key: SNAP, prompt_value: "Theirs" }));
  expect(await save()).toEqual({ [SNAP]: { kind: "changed" }, [ASK]: { kind: "changed" } });
  expect(await shown()).toEqual({ [SNAP]: "Theirs" });
  expect(await save()).toEqual({ [SNAP]: { kind: "done" }, [ASK]: { kind: "done" } });
  expect(rowOf(ASK)?.prompt_value).toBe("Mine too");
});

it("savePrompts does not send a text again that arrived although its answer was lost", async () => {
  await edit(ASK, "New");
  setRows({ ...OLD, prompt_value: "New" });
  await save();
  expect(writes()).toEqual([]);
  expect(await drafts()).toEqual([]);
  expect(await shown()).toEqual({ [ASK]: "New" });
});

it("savePrompts does not send an empty prompt", async () => {
  await edit(ASK, " \n");
  expect(await save()).toEqual({
    [ASK]: { kind: "failed", message: "A prompt needs a text." },
  });
  expect(writes()).toEqual([]);
});

it("savePrompts saves once after two taps", async () => {
  const open = server.hold(`change ${ASK}`);
  await edit(ASK, "New");
  const both = [save(), save()];
  open();
  await Promise.all(both);
  expect(writes()).toEqual([`change ${ASK}`]);
});

it("savePrompts does not save other companies' drafts", async () => {
  const other = { company_id: crypto.randomUUID(), prompt_key: SNAP };
  await keepPromptDraft(db, other, "Elsewhere", { saved: BUILT_IN, own: null });
  expect(await save()).toEqual({});
  expect(await readPromptDrafts(db, other.company_id)).toHaveLength(1);
});

it("a removed prompt takes its draft along, which stays when the server refuses", async () => {
  await edit(ASK, "Mine");
  server.fail.set("remove ai_prompt_settings", REFUSED);
  expect(await removePrompt(command, OLD)).toEqual({ kind: "failed", message: "Refused." });
  expect([await shown(), await drafts()]).toEqual([{ [ASK]: "Old" }, [[ASK, "Mine", "Old"]]]);
  server.fail.clear();
  expect(await removePrompt(command, OLD)).toEqual({ kind: "done" });
  expect([server.prompts.size, await shown(), await drafts()]).toEqual([0, {}, []]);
});
