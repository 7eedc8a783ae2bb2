import type { ImportedJob } from "@contracts/job.ts";
import { expect, it } from "vitest";
import { REFUSED } from "#tests/support/administration-server.ts";
import { command, db } from "#tests/support/one-administrator.ts";
import { COMPANY } from "#tests/support/rows.ts";
import type { Command } from "./command-result.ts";
import { importJobs } from "./jobs.ts";

const JOBS = Array.from({ length: 2_500 }, (_, number): ImportedJob => {
  return { number: `A-${number}`, title: "ö".repeat(100), status: "open" };
});

/** Imports jobs on a server that refuses the call of this number. @returns the result, and the calls */
async function importOn(refused: number) {
  const calls: { company: string; rows: ImportedJob[] }[] = [];
  const call = (_: string, __: string, values: object, read: (data: unknown) => unknown) => {
    if (calls.length + 1 === refused) return Promise.resolve(REFUSED);
    calls.push(values as (typeof calls)[number]);
    const added = calls.at(-1)?.rows.length ?? 0;
    return Promise.resolve({ kind: "ok", value: read([{ added, changed: 1 }]) });
  };
  const rows = { ...command.backend.rows, call } as Command<"rows">["backend"]["rows"];
  const progress: number[] = [];
  const given = { db, backend: { rows }, now: command.now };
  const result = await importJobs(given, COMPANY, JOBS, (sent) => progress.push(sent));
  return { result, calls, progress };
}

it("an import of many jobs is sent in calls that a server takes, in their order", async () => {
  const { result, calls, progress } = await importOn(0);
  expect(calls.flatMap(({ rows }) => rows)).toEqual(JOBS);
  expect(calls.length).toBeGreaterThan(3);
  const sizes = calls.map((values) => new TextEncoder().encode(JSON.stringify(values)).length);
  expect(Math.max(...sizes)).toBeLessThan(2 * 1024 * 1024);
  expect(progress).toHaveLength(calls.length);
  expect(progress.at(-1)).toBe(JOBS.length);
  expect(result).toEqual({ kind: "done", added: JOBS.length, changed: calls.length });
});

it("an import that is refused in between says what it has done", async () => {
  const { result, calls, progress } = await importOn(3);
  const added = calls.flatMap(({ rows }) => rows).length;
  expect(progress.at(-1)).toBe(added);
  expect(result).toEqual({ kind: "failed", message: "Refused.", added, changed: 2 });
});
