import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import { detailedLogRow } from "#tests/support/rows.ts";
import { DETAILED_LOGS, DETAILED_LOGS_LIMIT } from "./detailed-logs.ts";
import { logsScope, readLogs, replaceLogs } from "./filtered-logs.ts";
import { refreshedAt } from "./server-list.ts";

const AGENTS = ["voice_agent", "ask_agent"] as const;
const STATUSES = ["success", "error"] as const;
const EMAILS = ["Ann@one.example", "bob@two.example", null] as const;
const ONE = "00000000-0000-4000-8000-00000000000a";
const OTHER = "00000000-0000-4000-8000-00000000000b";
const EVERYTHING: DetailedLogFilter = {
  ...{ company: null, agent: null, status: null, email: "", text: "", from: null, before: null },
};
/** More rows than one answer holds, so that answers are cut off. */
const ROWS = 130;

const secondsAfter = (seconds: number) =>
  new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();

function logRow(number: number, fields: Partial<DetailedLog> = {}): DetailedLog {
  return detailedLogRow({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    // Three rows have the same time.
    created_at: secondsAfter(Math.floor(number / 3)),
    ...fields,
  });
}

const logRows = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, at) =>
    logRow(until - at, { created_at: secondsAfter(until - at) }),
  );
const read = (filter: DetailedLogFilter, limit = DETAILED_LOGS_LIMIT) =>
  readLogs(DETAILED_LOGS, db, filter, limit);
/** Stores an answer of the server in the mirror, a moment after it was asked for. */
const answer = (
  filter: DetailedLogFilter,
  rows: readonly DetailedLog[],
  askedAt: number,
  now = askedAt + 1,
) => replaceLogs(DETAILED_LOGS, db, filter, DETAILED_LOGS_LIMIT, { rows, askedAt, now });
const idsOf = (rows: readonly DetailedLog[]) => rows.map(({ id }) => id);

function matches(row: DetailedLog, filter: DetailedLogFilter): boolean {
  const { company, agent, status, email, text, from, before } = filter;
  const contains = (whole: string | null, part: string) =>
    whole?.toLowerCase().includes(part.toLowerCase()) ?? part === "";
  return [
    (company ?? row.company_id) === row.company_id,
    (agent ?? row.agent_type) === row.agent_type,
    (status ?? row.status) === row.status,
    contains(row.user_email, email),
    contains(row.input_text, text) || contains(row.output_text, text),
    from === null || row.created_at >= from,
    before === null || row.created_at < before,
  ].every(Boolean);
}

/** The server's answer: the newest rows; rows with the same time in the order of their ids. */
const answerOf = (server: ReadonlyMap<string, DetailedLog>, filter: DetailedLogFilter) =>
  [...server.values()]
    .filter((row) => matches(row, filter))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))
    .slice(0, DETAILED_LOGS_LIMIT);

const filters = fc.record<DetailedLogFilter>({
  agent: fc.constantFrom(null, ...AGENTS),
  status: fc.constantFrom(null, ...STATUSES),
  email: fc.constantFrom("", "ANN", "two"),
  company: fc.constantFrom(null, ONE, OTHER),
  text: fc.constantFrom("", "VALVE"),
  from: fc.constantFrom(null, secondsAfter(10)),
  before: fc.constantFrom(null, secondsAfter(30)),
});
const change = fc.record({
  from: fc.nat(ROWS),
  count: fc.nat(ROWS),
  become: fc.option(
    fc.record({
      agent_type: fc.constantFrom(...AGENTS),
      status: fc.constantFrom(...STATUSES),
      user_email: fc.constantFrom(...EMAILS),
      company_id: fc.constantFrom(ONE, OTHER, null),
      input_text: fc.constantFrom("The valve leaks", null),
      output_text: fc.constantFrom("Close the valve", null),
    }),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Changes or deletes the rows that a change concerns. */
function apply(server: Map<string, DetailedLog>, { from, count, become }: Change): void {
  for (let number = from; number < Math.min(ROWS, from + count); number += 1) {
    const row = logRow(number, become ?? {});
    if (become === null) server.delete(row.id);
    else server.set(row.id, row);
  }
}

it("the mirrored detailed logs show the rows of each filter's last answer, in whatever order answers arrive, and no row deleted since", async () => {
  const request = fc.record({
    changes: fc.array(change, { maxLength: 2 }),
    filter: filters,
    // Many arrive in the order in which they were asked for.
    arrives: fc.oneof(fc.constant(0), fc.nat(1000)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 6 }), async (asked) => {
      await Promise.all([db.detailedLogs.clear(), db.scopes.clear()]);
      const server = new Map<string, DetailedLog>();
      apply(server, {
        from: 0,
        count: ROWS,
        become: {
          ...{ agent_type: "voice_agent", status: "success", user_email: EMAILS[0] },
          ...{ company_id: OTHER, input_text: null, output_text: null },
        },
      });
      const flights = asked.map(({ changes, filter, arrives }, at) => {
        for (const each of changes) apply(server, each);
        const rows = answerOf(server, filter);
        return { filter, arrives, rows, askedAt: at + 1, since: new Set<string>() };
      });
      flights.sort((a, b) => a.arrives - b.arrives);
      const said = new Map<string, (typeof flights)[number]>();
      let latest = 0;
      for (const [place, flight] of flights.entries()) {
        const { filter, rows, askedAt } = flight;
        await answer(filter, rows, askedAt, 100 + place);
        if (askedAt < latest) continue;
        latest = askedAt;
        expect((await read(filter)).rows).toMatchObject(rows);
        for (const { since } of said.values()) for (const { id } of rows) since.add(id);
        said.set(logsScope(DETAILED_LOGS, filter), flight);
      }
      for (const { filter, rows, since } of said.values()) {
        const answered = new Set(idsOf(rows));
        const oldest = rows.length === DETAILED_LOGS_LIMIT ? rows.at(-1)?.created_at : "";
        const revived = (await read(filter)).rows.filter(
          (row) => !answered.has(row.id) && !since.has(row.id) && row.created_at > (oldest ?? ""),
        );
        expect(revived).toEqual([]);
      }
    }),
    { numRuns: 120 },
  );
});

it("the mirrored detailed logs are whole only when the server has said that there are no older ones", async () => {
  const answered = (rows: DetailedLog[], askedAt: number, limit: number) =>
    replaceLogs(DETAILED_LOGS, db, EVERYTHING, limit, { rows, askedAt, now: 100 });
  await answered(logRows(201, 300), 1, 100);
  expect(await read(EVERYTHING)).toMatchObject({ isWhole: false });
  expect(await read(EVERYTHING, 200)).toMatchObject({ isWhole: false });
  // An answer to more rows that is older than the one to fewer is dropped.
  await answered(logRows(201, 300), 20, 100);
  await answered(logRows(151, 300), 10, 200);
  expect(await read(EVERYTHING, 200)).toMatchObject({ rows: logRows(201, 300), isWhole: false });
  await answered(logRows(151, 300), 30, 200);
  expect(await read(EVERYTHING, 200)).toMatchObject({ rows: logRows(151, 300), isWhole: true });
  expect(await read(EVERYTHING, 150)).toMatchObject({ isWhole: true });
  expect(await read(EVERYTHING, 149)).toMatchObject({ isWhole: false });
  // Another tab asks for fewer: what follows them is still here.
  await answered(logRows(211, 310), 40, 100);
  expect(await read(EVERYTHING, 200)).toMatchObject({ rows: logRows(151, 310), isWhole: true });
  // So many new ones that some between them and the known ones are not here.
  await answered(logRows(401, 500), 50, 100);
  expect(await read(EVERYTHING, 200)).toMatchObject({ rows: logRows(401, 500), isWhole: false });
});

it("the mirrored detailed logs are limited to the newest rows and the rows of the last answer, however old", async () => {
  const pages = Array.from({ length: 15 }, (_, page) =>
    Array.from({ length: 99 }, (_, row) =>
      logRow(200 + page * 99 + row, { user_email: `p${page}@one.example` }),
    ).sort((a, b) => b.created_at.localeCompare(a.created_at)),
  );
  let time = 1;
  for (const [page, rows] of pages.entries()) {
    const filter = { ...EVERYTHING, email: `p${page}@` };
    await answer(filter, rows, time);
    time += 2;
  }
  const filter = { ...EVERYTHING, email: "ann" };
  const rows = Array.from({ length: 99 }, (_, row) => logRow(98 - row));
  await answer(filter, rows, time);
  expect((await read(filter)).rows).toHaveLength(99);
  expect(await db.detailedLogs.count()).toBe(1099);
  const isKnown = async (search: DetailedLogFilter) =>
    (await refreshedAt(db, logsScope(DETAILED_LOGS, search))) !== null;
  expect((await read({ ...EVERYTHING, email: "p14@" })).rows).toHaveLength(99);
  expect(await isKnown(filter)).toBe(true);
  // What is left of a search whose rows went is not called its whole answer.
  const early = { ...EVERYTHING, email: "p0@" };
  expect((await read(early)).rows).toEqual([]);
  expect(await isKnown(early)).toBe(false);
});

it("the mirrored detailed logs keep only a limited number of searches", async () => {
  for (let at = 1; at <= 60; at += 1) {
    await answer({ ...EVERYTHING, email: `search ${at}` }, [], 2 * at);
  }
  expect(await db.scopes.count()).toBeLessThan(60);
  expect(
    await refreshedAt(db, logsScope(DETAILED_LOGS, { ...EVERYTHING, email: "search 60" })),
  ).toBe(121);
});
