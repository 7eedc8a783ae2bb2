import { expect, it, vi } from "vitest";
import { type Outcome, unreachable } from "#backend/outcome.ts";
import type { LogPage } from "#backend/tables/log-tables.ts";
import type { PageSync } from "../page-sync.ts";
import { ALL_LOGS_LIMIT, type LogPages, loadAllLogs } from "./all-logs.ts";

interface Row {
  id: number;
  created_at: string;
}
const PAGE = 200;
const START = Date.parse("2026-03-05T12:00:00Z");
const sync: Pick<PageSync, "read"> = { read: (send) => send({} as never) };

/** Rows of a server, newest first. @param microseconds how long before the newest each was made */
const rowsMade = (...microseconds: number[]): Row[] =>
  microseconds.map((ago, id) => {
    const time = START * 1000 - ago;
    const rest = String(time % 1000).padStart(3, "0");
    const whole = new Date(Math.floor(time / 1000)).toISOString();
    return { id, created_at: whole.replace("Z", `${rest}+00:00`) };
  });

/** Answers as the tables of a server do: what is older than a place, without those to skip. */
function pagesOf(rows: readonly Row[], counts = true): LogPages<Row> {
  return async (_, __, place) => {
    const isOlder = ({ created_at }: Row) =>
      place === null || Date.parse(created_at) < Date.parse(place.before);
    const skipped = place?.skipped ?? 0;
    const page = rows.filter(isOlder).slice(skipped, skipped + PAGE);
    const count = counts && place === null ? rows.length : null;
    return { kind: "ok", value: { rows: page, count } };
  };
}

const load = (pages: LogPages<Row>, progressed = vi.fn(), stopped = new AbortController().signal) =>
  loadAllLogs(sync, "person", pages, progressed, stopped);

const upTo = (count: number, ago: (at: number) => number) =>
  rowsMade(...Array.from({ length: count }, (_, at) => ago(at)));

it.each([
  ["no rows", []],
  ["exactly one page", upTo(PAGE, (at) => at * 5_000_000)],
  ["exactly two pages", upTo(2 * PAGE, (at) => at * 5_000_000)],
  ["equal times at the end of a page", upTo(450, (at) => Math.floor(at / 7) * 5_000_000)],
  ["equal times for more than two pages", upTo(650, (at) => (at < 10 ? 0 : 1_000_000))],
  ["several times within each millisecond", upTo(450, (at) => at * 130)],
])("joins the pages without loss and without repeats: %s", async (_, rows) => {
  expect(await load(pagesOf(rows))).toEqual({ kind: "all", rows });
  expect(await load(pagesOf(rows, false))).toEqual({ kind: "all", rows });
});

it("neither repeats nor adds what is written while the pages are loaded", async () => {
  const rows = upTo(450, (at) => Math.floor(at / 7) * 5_000_000);
  let written = 0;
  const growing: LogPages<Row> = (backend, person, place) => {
    const newer = rowsMade(...Array.from({ length: written }, () => -9_000_000));
    written += 3;
    return pagesOf([...newer, ...rows])(backend, person, place);
  };
  expect(await load(growing)).toEqual({ kind: "all", rows });
});

it("tells after each page how many of all are loaded, and asks for no more once it is stopped", async () => {
  const stop = new AbortController();
  const pages = vi.fn(pagesOf(upTo(650, (at) => at * 5_000_000)));
  const progressed = vi.fn((loaded) => loaded === 400 && stop.abort());
  expect(await load(pages, progressed, stop.signal)).toEqual({ kind: "stopped" });
  expect(progressed.mock.calls).toEqual([
    [200, 650],
    [400, 650],
  ]);
  expect(pages.mock.calls.length).toBeLessThanOrEqual(3);
});

it.each<[string, Outcome<LogPage<Row>>]>([
  ["a lost connection", unreachable()],
  ["a refusal", { kind: "never", code: "42501", message: "no" }],
])("returns no rows after %s in the middle", async (_, failure) => {
  const whole = pagesOf(upTo(450, (at) => at * 5_000_000));
  const pages: LogPages<Row> = async (backend, person, place) =>
    place === null ? whole(backend, person, place) : failure;
  expect(await load(pages)).toEqual({ kind: "failed", outcome: failure });
});

it("refuses more than it may hold, after one page if the server counts", async () => {
  const most = upTo(ALL_LOGS_LIMIT, (at) => at * 5_000_000);
  expect(await load(pagesOf(most))).toEqual({ kind: "all", rows: most });
  const tooMany = upTo(ALL_LOGS_LIMIT + 1, (at) => at * 5_000_000);
  const pages = vi.fn(pagesOf(tooMany));
  expect(await load(pages)).toEqual({ kind: "too-many", count: ALL_LOGS_LIMIT + 1 });
  expect(pages).toHaveBeenCalledTimes(1);
  expect(await load(pagesOf(tooMany, false))).toEqual({ kind: "too-many", count: null });
});
