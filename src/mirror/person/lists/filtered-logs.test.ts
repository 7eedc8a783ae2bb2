import type { LogFilter } from "@contracts/agent-log.ts";
import { expect, it } from "vitest";
import { matchesFilter } from "./filtered-logs.ts";

const ALL: LogFilter = { company: null, agent: null, text: "", from: null, before: null };
const finds = (text: string, ...texts: (string | null)[]) =>
  matchesFilter({ company_id: null, agent: "ask_agent", time: 0, texts }, { ...ALL, text });

it("takes every character of a search as it is, but for those that stand for any character", () => {
  for (const text of ["50%", "a_b", "1.5", "[x]", "\\d+", "$^|?"]) {
    expect(finds(text, `It says ${text} here`)).toBe(true);
    expect(finds(text, "It says 500, aXb, 1x5, x, 7 here")).toBe(false);
  }
  for (const text of ["bar (max), then", 'say "stop"', "{2*3}"]) {
    expect(finds(text, `Go to ${text} now`)).toBe(true);
  }
  expect(finds("5 (bar)", "5 [bar] is the limit")).toBe(true);
  expect(finds("5 (bar)", "5 bar is the limit")).toBe(false);
});
