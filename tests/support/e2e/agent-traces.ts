import type { Agent } from "@contracts/agent.ts";
import { expect } from "vitest";
import { rest } from "../backend.ts";
import type { Stack } from "./stack.ts";

/** The rows that an agent has left on the server, each list oldest first. */
export interface Traces {
  /** The messages of Label's and Ask's conversations. */
  said: Record<string, unknown>[];
  history: Record<string, unknown>[];
  detailed: Record<string, unknown>[];
}

/** @param before rows that were there already and are left out */
export async function tracesOf(stack: Stack, agent: Agent, before?: Traces): Promise<Traces> {
  const oldestFirst = "order=created_at";
  const talks = agent === "label" || agent === "ask";
  const [said, history, detailed] = await Promise.all([
    talks ? stack.rows(`${agent}_agent_conversations`, oldestFirst) : [],
    stack.rows("agent_logs", `agent_type=eq.${agent}&${oldestFirst}`),
    stack.rows("detailed_agent_logs", `agent_type=eq.${agent}_agent&${oldestFirst}`),
  ]);
  return {
    said: said.slice(before?.said.length),
    history: history.slice(before?.history.length),
    detailed: detailed.filter((row) => !before?.detailed.some((old) => isSame(old, row))),
  };
}

/** Refusals within a minute share one row: a higher count means another request. */
function isSame(old: Record<string, unknown>, row: Record<string, unknown>): boolean {
  return old.id === row.id && old.request_count === row.request_count;
}

/** Deletes the logs of the company's agents on the server, and resets the provider. */
export async function forgetTraces({ backend, company, provider }: Stack): Promise<void> {
  for (const table of ["agent_logs", "detailed_agent_logs"]) {
    const path = `${table}?company_id=eq.${company.id}`;
    const reply = await rest(backend, "service", "DELETE", path);
    expect(reply.status).toBeLessThan(300);
  }
  provider.reset();
}
