import { expect, it } from "vitest";
import { companyRow } from "#tests/support/rows.ts";
import { busiestCompany } from "./managed-company.tsx";

const company = (id: string, last_active_at: string | null, waiting = 0) =>
  companyRow({ id, name: id, last_active_at, waiting });

it("begins with the company whose people used an agent last, else with the one where most waits", () => {
  const idle = company("idle", null);
  const waits = company("waits", null, 2);
  const { last_active_at: _, waiting: __, ...older } = idle;
  expect(busiestCompany([])).toBeUndefined();
  expect(busiestCompany([older as typeof idle, idle])).toBe(older);
  expect(busiestCompany([idle, waits])).toBe(waits);
  const early = company("early", "2026-03-01T08:00:00Z");
  const late = company("late", "2026-03-02T08:00:00Z");
  expect(busiestCompany([idle, early, late, waits])).toBe(late);
});
