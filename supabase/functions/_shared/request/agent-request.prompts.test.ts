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

  test("is the built-in one or, followed by our rules, the company's own, whatever others have", async () => {
    await setPrompt((await bench.createTechnician()).companyId, key, "Theirs.");
    await send();
    await setPrompt(bench.tess.companyId, key, "Answer like a pirate. $&");
    await send(agent.body, { key: crypto.randomUUID() });
    const calls = bench.provider.callsTo("chat");
    expect(calls.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ["system", "user"],
      ["system", "user"],
    ]);
    const [first = "", second = ""] = calls.map(({ messages }) => String(messages[0]?.content));
    expect(first.startsWith(BUILT_IN_PROMPTS[key])).toBe(true);
    // The summary of a recording rests on no document: it has no rules.
    const rules = agent.agent === "voice_agent" ? "" : "\n\nThe following rules";
    expect(second.startsWith(`Answer like a pirate. $&${rules}`)).toBe(true);
    expect(second).not.toContain(BUILT_IN_PROMPTS[key]);
  });
});
