import { BUILT_IN_PROMPTS } from "@contracts/built-in-prompts.ts";
import { expect, it } from "vitest";
import { COMPANY, promptRow } from "#tests/support/rows.ts";
import { listPrompts } from "./prompt-list.ts";

const SNAP = "snap_agent_system_prompt";
const KNOWN = [
  "voice_agent_system_prompt",
  "voice_agent_user_prompt",
  SNAP,
  "label_agent_system_prompt",
  "ask_agent_system_prompt",
];

const own = (prompt_key: string, prompt_value: string) => promptRow({ prompt_key, prompt_value });
const draft = (prompt_key: string, text: string, before: string | null) => ({
  company_id: COMPANY,
  prompt_key,
  text,
  before,
});
const snapOf = (...given: Parameters<typeof listPrompts>) =>
  listPrompts(...given).find(({ key }) => key === SNAP);

it("lists the prompts of agents with the built-in text, then the company's others", () => {
  const Z = own("z_prompt", "Z");
  const prompts = listPrompts([Z, own("a_prompt", "A")], []);
  expect(prompts.map(({ key }) => key)).toEqual([...KNOWN, "a_prompt", "z_prompt"]);
  for (const { key, own, builtIn, saved } of prompts.slice(0, KNOWN.length)) {
    expect(own).toBeNull();
    expect(saved).toBe(builtIn);
    expect(saved).toBe(BUILT_IN_PROMPTS[key as keyof typeof BUILT_IN_PROMPTS]);
  }
  expect(prompts.at(-1)).toMatchObject({ builtIn: null, own: Z, saved: "Z", edited: null });
});

const BUILT = BUILT_IN_PROMPTS[SNAP];
it.each([
  ["edited", null, "New", null, { saved: BUILT, edited: "New", isOvertaken: false }],
  ["edited", "Mine", "New", "Mine", { saved: "Mine", edited: "New", isOvertaken: false }],
  ["overtaken", "Theirs", "New", null, { saved: "Theirs", isOvertaken: true }],
  ["overtaken by a deletion", null, "New", "Mine", { saved: BUILT, isOvertaken: true }],
  ["unchanged", "New", "New", null, { saved: "New", edited: null, isOvertaken: false }],
])(
  "shows as %s a prompt that is %j now, with the draft %j of %j",
  (_, now, text, before, prompt) => {
    const rows = now === null ? [] : [own(SNAP, now)];
    expect(snapOf(rows, [draft(SNAP, text, before)])).toMatchObject(prompt);
  },
);

it("keeps a prompt that was edited here and deleted by another administrator", () => {
  expect(listPrompts([], [draft("tone", "Be kind", "Be nice")]).at(-1)).toMatchObject({
    key: "tone",
    own: null,
    saved: "",
    edited: "Be kind",
    isOvertaken: true,
  });
});
