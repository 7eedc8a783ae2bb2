import type { Job } from "@contracts/job.ts";
import { expect, it } from "vitest";
import { planJobsCsv, TEMPLATE_CSV } from "./read-jobs-csv.ts";

const THERE: Job = {
  id: "0b1f2c3d-0000-4000-8000-000000000001",
  company_id: "0b1f2c3d-0000-4000-8000-000000000002",
  ...{ number: "A-1", title: "Boiler", customer: "School", site: "", status: "open" },
  equipment: [{ maker: "Zentria", model: "HP-240", serial: "4711" }],
  ...{ created_at: "2026-11-01T08:00:00Z", updated_at: "2026-11-01T08:00:00Z" },
};

const read = (csv: string) => planJobsCsv(new TextEncoder().encode(csv).buffer, [THERE]);
function planOf(csv: string) {
  const result = read(csv);
  if (result.kind === "wrong") throw new Error(result.message);
  return result.plan;
}
const fates = (csv: string) => planOf(csv).map(({ id, fate, why }) => [id, fate, why.join(" ")]);

it("a template is read as it is offered, with two devices of one job", () => {
  const [boiler, roof] = planOf(`\ufeff${TEMPLATE_CSV}`);
  expect(boiler).toMatchObject({
    ...{ id: "A-200", line: 2, fate: "new" },
    job: { title: "Boiler room", customer: "Riverside School", site: "12 Mill Lane" },
  });
  expect(boiler?.job).toMatchObject({
    status: "open",
    equipment: [
      { maker: "Zentria", model: "HP-240", serial: "4711" },
      { maker: "Zentria", model: "HX-90", serial: "4712" },
    ],
  });
  expect(roof).toMatchObject({ id: "A-201", line: 4, job: { equipment: [] } });
});

it("a table of Excel with semicolons and other headings says what changes of a job", () => {
  expect(fates("Job No.;Description;Serial number\r\nA-1;Boiler;4711\r\nA-2;Roof;")).toEqual([
    ["A-1", "changed", "equipment"],
    ["A-2", "new", ""],
  ]);
  expect(fates("Number;Title;Status\nA-1;;Closed")).toEqual([["A-1", "changed", "title status"]]);
});

it("a job is unchanged by columns that the table lacks, and by those that say the same", () => {
  expect(fates("Number\nA-1")).toEqual([["A-1", "unchanged", ""]]);
  const same = "Number,Customer,Maker,Model,Serial,Status\nA-1,School,Zentria,HP-240,4711,OPEN";
  expect(fates(same)).toEqual([["A-1", "unchanged", ""]]);
});

it.each([
  ["Number,Title\n,Boiler", "Line 2", "Line 2: The number is missing."],
  ["Number,Status\nA-3,done", "A-3", "Line 2: The status must be open or closed."],
  ["Number,Title\nA-3,Roof\nA-3,Cellar", "A-3", "Line 3: Another title than in a line before."],
  [`Number,Site\nA-3,${"x".repeat(301)}`, "A-3", "Line 2: The site has more than 300 characters."],
  [`Number,Serial\n${"A-3,1\n".repeat(51)}`, "A-3", "Line 52: A job has at most 50 devices."],
])("a job of %j is not imported, and why is said with the line", (csv, id, why) => {
  expect(fates(csv)).toEqual([[id, "wrong", why]]);
});

it.each([
  ["Title\nBoiler", "The first line must name the columns: at least “Number”."],
  ["Number\n", "The file has no jobs."],
  [
    `Number\n${Array.from({ length: 5001 }, (_, number) => number).join("\n")}`,
    "The file has 5,001 jobs. At most 5,000 can be imported at once: split it.",
  ],
])("a table is refused as a whole with the reason", (csv, message) => {
  expect(read(csv)).toEqual({ kind: "wrong", message });
});
