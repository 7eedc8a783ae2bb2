import { BUILT_IN_PROMPTS } from "@contracts/built-in-prompts.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import { describe, expect, it } from "vitest";
import { listPrompts, takesTranscription } from "./prompt-list.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const SNAP = "snap_agent_system_prompt";
const KNOWN = [
  "voice_agent_system_prompt",
  "voice_agent_user_prompt",
  SNAP,
  "label_agent_system_prompt",
  "ask_agent_system_prompt",
];

const own = (prompt_key: string, prompt_value: string): PromptSetting => ({
  id: crypto.randomUUID(),
  company_id: COMPANY,
  prompt_key,
  prompt_value,
  description: null,
  updated_by: null,
  updated_at: "2026-01-01T00:00:00Z",
});
const draft = (prompt_key: string, text: string, before: string | null) => ({
  company_id: COMPANY,
  prompt_key,
  text,
  before,
});
const snapOf = (...given: Parameters<typeof listPrompts>) =>
  listPrompts(...given).find(({ key }) => key === SNAP);

describe("listPrompts", () => {
  it("lists the prompts of agents with the built-in text, then the company's others", () => {
    const prompts = listPrompts([own("z_prompt", "Z"), own("a_prompt", "A")], []);
    expect(prompts.map(({ key }) => key)).toEqual([...KNOWN, "a_prompt", "z_prompt"]);
    for (const { key, own, builtIn, saved } of prompts.slice(0, KNOWN.length)) {
      expect(own).toBeNull();
      expect(saved).toBe(builtIn);
      expect(saved).toBe(BUILT_IN_PROMPTS[key as keyof typeof BUILT_IN_PROMPTS]);
    }
    expect(prompts.at(-1)).toMatchObject({ builtIn: null, saved: "Z", edited: null });
  });

  it("shows the company's own text instead of the built-in one", () => {
    const row = own(SNAP, "Mine");
    expect(snapOf([row], [])).toMatchObject({ own: row, saved: "Mine", edited: null });
  });

  it("marks edited prompts, and those that somebody else changed after the editing began", () => {
    const built = BUILT_IN_PROMPTS[SNAP];
    expect(snapOf([], [draft(SNAP, "New", null)])).toMatchObject({
      saved: built,
      edited: "New",
      isOvertaken: false,
    });
    expect(snapOf([own(SNAP, "Theirs")], [draft(SNAP, "New", null)])?.isOvertaken).toBe(true);
    expect(snapOf([own(SNAP, "Mine")], [draft(SNAP, "New", "Mine")])?.isOvertaken).toBe(false);
    expect(snapOf([], [draft(SNAP, "New", "Mine")])).toMatchObject({
      saved: built,
      isOvertaken: true,
    });
    expect(snapOf([own(SNAP, "New")], [draft(SNAP, "New", null)])).toMatchObject({
      edited: null,
      isOvertaken: false,
    });
  });

  it("keeps an edited prompt that somebody else has deleted", () => {
    expect(listPrompts([], [draft("tone", "Be kind", "Be nice")]).at(-1)).toMatchObject({
      key: "tone",
      own: null,
      saved: "",
      edited: "Be kind",
      isOvertaken: true,
    });
  });
});

it("recognises the prompts that a transcription is inserted into", () => {
  expect(takesTranscription("voice_agent_user_prompt")).toBe(true);
  expect(takesTranscription("voice_agent_system_prompt")).toBe(false);
});
