import type { AgentLog } from "@contracts/agent-log.ts";
import { expect, it } from "vitest";
import { logRow } from "#tests/support/rows.ts";
import { fillEntries } from "./fill-entries.ts";

const PIECES = {
  list: "<ul>{{rows}}</ul>",
  day: "<h2>{{day}}</h2>",
  rows: {
    "voice summary-and-input": "<li data-id='{{id}}'>{{heading}}{{summary}}|{{input}}</li>",
    "snap summary": "<li data-id='{{id}}'>{{heading}}{{title}}{{summary}}</li>",
  },
};
const NOON = new Date(2026, 2, 3, 12).getTime();
const HOUR = 3_600_000;

let last = 0;
function log(hoursAgo: number, wanted: Partial<AgentLog> = {}): AgentLog {
  last += 1;
  return logRow({
    id: `${last}`,
    captured_at: new Date(NOON - hoursAgo * HOUR).toISOString(),
    ...wanted,
  });
}
const snap = (summary: string) =>
  log(1, { agent_type: "snap", input_type: "image", input_data: null, output_summary: summary });

const rowsOf = (...logs: AgentLog[]): string | null =>
  fillEntries(PIECES, logs, NOON)?.replaceAll(/ data-id='\d+'/g, "") ?? null;

it("puts each day's heading above its first entry", () => {
  expect(rowsOf(log(1), log(2), log(24))).toBe(
    "<ul><li><h2>Today</h2>short|said</li><li>short|said</li><li><h2>Yesterday</h2>short|said</li></ul>",
  );
});

it("shows what was said as text, whatever it contains", () => {
  const said = `<img src=x onerror="a()"> & '{{summary}}' $& `;
  expect(rowsOf(log(1, { input_data: said }))).toBe(
    "<ul><li><h2>Today</h2>short|&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; &#39;{{summary}}&#39; $&amp; </li></ul>",
  );
});

it("has the first words of a long result as its title", () => {
  const summary = `${"A worn valve. ".repeat(6)}End.`;
  expect(rowsOf(snap(summary))).toBe(
    `<ul><li><h2>Today</h2>${"A worn valve. ".repeat(4)}A…${summary}</li></ul>`,
  );
});

it.each(["**Valve**, worn", "Worn [1]", "- a valve", "1. a valve", "a valve\nand more", "&amp;"])(
  "ends before an answer that the app shows in another form: %s",
  (summary) => {
    expect(rowsOf(snap("A valve, worn."), snap(summary), log(2))).toBe(
      "<ul><li><h2>Today</h2>A valve, worn.</li></ul>",
    );
    expect(rowsOf(snap(summary))).toBeNull();
  },
);

it("ends before an entry of a job, to which the app shows a link", () => {
  const ofJob = log(2, { job_id: "0198c000-0000-7000-8000-000000000001" });
  expect(rowsOf(log(1), ofJob, log(3))).toBe("<ul><li><h2>Today</h2>short|said</li></ul>");
});

it("ends before an entry of a form that was not drawn", () => {
  const answer = log(1, { agent_type: "ask", output_summary: "The landlord pays." });
  expect(rowsOf(answer, log(2))).toBeNull();
});

it("ends behind an entry that was edited, which the app says below its texts", () => {
  const edited = { ...log(1), editedAt: "2026-03-03T10:00:00Z" };
  expect(rowsOf(edited, log(2))).toBe("<ul><li><h2>Today</h2>short|said</li></ul>");
});
