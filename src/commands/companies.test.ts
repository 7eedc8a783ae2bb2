import { beforeEach, expect, it } from "vitest";
import { REFUSED } from "#tests/support/administration-server.ts";
import { command, db, now, server } from "#tests/support/one-administrator.ts";
import { companyRow, fileRow } from "#tests/support/rows.ts";
import { readKnowledgeFiles } from "../mirror/person/knowledge/knowledge-files.ts";
import { COMPANIES } from "../mirror/person/lists/companies.ts";
import { readList, replaceList } from "../mirror/person/lists/server-list.ts";
import { deleteCompany, requireSecondFactor } from "./companies.ts";

const NORTH = companyRow();
const SOUTH = { id: "0b1f2c3d-0000-4000-8000-000000000002", name: "South" };

beforeEach(async () => {
  server.companies.set(NORTH.id, NORTH);
  for (const number of [1, 2, 3, 4]) {
    const company_id = number === 4 ? SOUTH.id : NORTH.id;
    const names = { file_name: `${number}.txt`, file_path: `${company_id}/${number}` };
    const created_at = `2026-01-0${number}T00:00:00Z`;
    const file = fileRow({ id: `file-${number}`, company_id, created_at, ...names });
    server.files.rows.set(file.id, file);
    server.files.objects.set(file.file_path, new ArrayBuffer(1));
  }
  await replaceList(db, COMPANIES, { rows: [NORTH], askedAt: now(), now: now() });
});

const names = async () => (await readList(db, COMPANIES)).map(({ name }) => name);
const remove = (progress: (done: number, files: number) => void = () => {}) =>
  deleteCompany(command, NORTH, progress);

it("a second factor is required even of a company that an older version mirrored", async () => {
  const { require_second_factor: _, ...older } = NORTH;
  await db.companies.put({ ...(older as typeof NORTH), mirroredAt: now(), leaving: false });
  expect(await requireSecondFactor(command, NORTH, true)).toEqual({ kind: "done" });
  expect(await readList(db, COMPANIES)).toMatchObject([{ require_second_factor: true }]);
  expect(server.companies.get(NORTH.id)?.require_second_factor).toBe(true);
});

it("the deletion of a company deletes its files one by one, and no others", async () => {
  const steps: [number, number][] = [];
  expect(await remove((done, all) => steps.push([done, all]))).toEqual({ kind: "done" });
  expect(steps).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  expect([...server.files.objects.keys()]).toEqual([`${SOUTH.id}/4`]);
  expect([...server.files.rows.keys()]).toEqual(["file-4"]);
  expect([server.companies.size, await names()]).toEqual([0, []]);
});

it("a company stays with its other files when one cannot be deleted", async () => {
  server.fail.set(`remove ${NORTH.id}/2`, REFUSED);
  expect(await remove()).toEqual({ kind: "failed", message: "Refused." });
  expect([server.companies.size, await names()]).toEqual([1, ["North"]]);
  const left = await readKnowledgeFiles(db, NORTH.id);
  expect(left.map(({ file_name }) => file_name)).toEqual(["2.txt", "1.txt"]);
  server.fail.clear();
  expect(await remove()).toEqual({ kind: "done" });
  expect(server.companies.size).toBe(0);
});
