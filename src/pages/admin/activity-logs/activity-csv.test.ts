import type { ActivityLog } from "@contracts/agent-log.ts";
import { expect, it } from "vitest";
import { logRow, personRow } from "#tests/support/rows.ts";
import { activityCsv, findAuthor, namesById } from "./activity-csv.ts";

const ANN = personRow({ full_name: 'Ann "Sparks" Lee', email: "ann@demo.example" });
const NAMELESS = { ...ANN, id: "0b1f2c3d-0000-4000-8000-00000000000b", full_name: null };
const PEOPLE = new Map([ANN, NAMELESS].map((person) => [person.id, person]));
const LOG: ActivityLog = {
  ...logRow({ id: "0b1f2c3d-0000-4000-8000-000000000001", user_id: ANN.id }),
  company_id: null,
  agent_type: "ask",
  input_type: "text",
  input_data: "=1+1",
  output_summary: "Two,\nor not.",
  captured_at: null,
  created_at: "2026-03-01T22:30:00+02:00",
};

it("names the author, also after the person was deleted or has left the company", () => {
  const nameOf = (user_id: string | null) => findAuthor({ user_id }, PEOPLE).name;
  expect(findAuthor(LOG, PEOPLE)).toEqual({ name: 'Ann "Sparks" Lee', email: "ann@demo.example" });
  expect(nameOf(NAMELESS.id)).toBe("Unnamed User");
  expect(nameOf(null)).toBe("Deleted user");
  expect(nameOf("0b1f2c3d-0000-4000-8000-00000000000c")).toBe("Not in this company any more");
});

it("tells people of one name apart by their addresses", () => {
  const other = { ...ANN, id: LOG.id, email: "ann@else.example" };
  expect([...namesById([ANN, NAMELESS, other]).values()]).toEqual([
    'Ann "Sparks" Lee (ann@demo.example)',
    "Unnamed User",
    'Ann "Sparks" Lee (ann@else.example)',
  ]);
});

it("writes times in UTC, and escapes formulas", () => {
  const made = { ...LOG, user_id: null, captured_at: "2026-02-01T08:00:00Z", input_data: null };
  const [, ...lines] = activityCsv([LOG, made], (log) => findAuthor(log, PEOPLE)).split("\r\n");
  expect(lines).toEqual([
    '"2026-03-01T20:30:00.000Z","Ann ""Sparks"" Lee","ask","text","\'=1+1","Two,\nor not."',
    '"2026-02-01T08:00:00.000Z","Deleted user","ask","text","","Two,\nor not."',
  ]);
});
