import { describe, expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { AGENTS, callsOf } from "#tests/support/agents.ts";
import { BUILT_IN_PROMPTS } from "../contracts/built-in-prompts.ts";

const bench = benchForTests();
const setPrompt = (company: string, key: string, value: string) =>
  bench.backend.sql(
    `insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
     values ($1, $2, $3)`,
    [company, key, value],
  );

describe.each(AGENTS)("the system prompt of $name", (agent) => {
  const { send } = callsOf(agent, bench);
  const key = `${agent.agent}_system_prompt` as const;
  const sent = async () => {
    await send();
    const [call] = bench.provider.callsTo("chat");
    expect(call?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    return call?.messages[0]?.content ?? "";
  };

  test("is the built-in one, even if another company has its own", async () => {
    const other = await bench.createTechnician();
    await setPrompt(other.companyId, key, "Theirs.");
    expect((await sent()).startsWith(BUILT_IN_PROMPTS[key])).toBe(true);
  });

  test("is the company's own if it has one, followed by our rules", async () => {
    await setPrompt(bench.tess.companyId, key, "Answer like a pirate. $&");
    // The summary of a recording rests on no document: it has no rules.
    const rules = agent.agent === "voice_agent" ? "" : "\n\nThe following rules";
    const prompt = await sent();
    expect(prompt.startsWith(`Answer like a pirate. $&${rules}`)).toBe(true);
    expect(prompt).not.toContain(BUILT_IN_PROMPTS[key]);
  });
});
