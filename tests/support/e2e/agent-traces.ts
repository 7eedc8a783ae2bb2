import { expect } from "vitest";
import { rest } from "../backend.ts";
import type { Stack } from "./stack.ts";

/** Deletes the logs of the company's agents on the server, and resets the provider. */
export async function forgetTraces({ backend, company, provider }: Stack): Promise<void> {
  for (const table of ["agent_logs", "detailed_agent_logs"]) {
    const path = `${table}?company_id=eq.${company.id}`;
    const reply = await rest(backend, "service", "DELETE", path);
    expect(reply.status).toBeLessThan(300);
  }
  provider.reset();
}
