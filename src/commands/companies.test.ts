import type { Company } from "@contracts/company.ts";
import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { readKnowledgeFiles } from "../mirror/person/knowledge/knowledge-files.ts";
import { readCompanies, replaceCompanies } from "../mirror/person/lists/companies.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import type { AdministrationCommand } from "./command-result.ts";
import { createCompany, deleteCompany, requireSecondFactor } from "./companies.ts";

const NORTH: Company = {
  id: "0b1f2c3d-0000-4000-8000-000000000001",
  name: "North",
  created_at: "2026-01-01T00:00:00Z",
  user_count: 2,
  file_count: 3,
  require_second_factor: false,
};
const SOUTH = { id: "0b1f2c3d-0000-4000-8000-000000000002", name: "South" };
const REFUSED: Outcome<never> = { kind: "never", code: "refused", message: "Refused." };
const DUPLICATE: Outcome<never> = {
  kind: "later",
  cause: "busy",
  code: "23505",
  message: "duplicate key value",
  retryAfterMs: null,
};

let db: PersonDatabase;
let time: number;
/** The server's data. */
let companies: Map<string, Company>;
let files: Map<string, KnowledgeFile>;
let objects: Set<string>;
/** Failures to return, by the name of the call. */
let fail: Map<string, Outcome<never>>;
/** Calls wait for this promise. */
let gate: Promise<void>;

async function through<T>(call: string, work: () => T): Promise<Outcome<T>> {
  await gate;
  return fail.get(call) ?? { kind: "ok", value: work() };
}

const backend = {
  administration: {
    addCompany: (_: string, { id, name }: Pick<Company, "id" | "name">) =>
      through("addCompany", () => {
        companies.set(id, { ...NORTH, id, name, user_count: 0, file_count: 0 });
        return true as const;
      }),
    requireSecondFactor: (_: string, id: string, required: boolean) =>
      through("requireSecondFactor", () => {
        const company = companies.get(id);
        if (company === undefined) return null;
        companies.set(id, { ...company, require_second_factor: required });
        return { require_second_factor: required };
      }),
    deleteCompany: (_: string, id: string) =>
      through("deleteCompany", () => (companies.delete(id) ? (true as const) : null)),
  },
  knowledge: {
    files: () => through("files", () => [...files.values()]),
    changeFile: (_: string, id: string, change: Partial<KnowledgeFile>) =>
      through("changeFile", () => {
        const file = files.get(id);
        if (file === undefined) return null;
        files.set(id, { ...file, ...change });
        return files.get(id) ?? null;
      }),
    deleteFile: (_: string, id: string) =>
      through("deleteFile", () => {
        files.delete(id);
        return null;
      }),
  },
  storage: {
    remove: (_: string, path: string) =>
      through(`remove ${path}`, () => {
        objects.delete(path);
        return null;
      }),
  },
};

// The commands for companies need only this part of the backend.
const command = () => ({ db, backend, now: () => time }) as unknown as AdministrationCommand;

beforeEach(async () => {
  db = new PersonDatabase(crypto.randomUUID());
  time = 100;
  companies = new Map([[NORTH.id, NORTH]]);
  files = new Map();
  objects = new Set();
  fail = new Map();
  gate = Promise.resolve();
  for (const number of [1, 2, 3]) addFile(NORTH.id, number);
  addFile(SOUTH.id, 4);
  await pulled(50);
});
afterEach(() => db.delete());

function addFile(company_id: string, number: number): void {
  const id = `0b1f2c3d-0000-4000-8000-0000000000f${number}`;
  const file_path = `${company_id}/${number}`;
  objects.add(file_path);
  files.set(id, {
    id,
    file_name: `${number}.txt`,
    file_path,
    company_id,
    uploaded_by: null,
    created_at: `2026-01-0${number}T00:00:00Z`,
    allowed_agents: [],
    kind: "txt",
    size_bytes: 1,
    page_count: null,
    picture_pages: null,
    language: "english",
    passage_count: 0,
    indexed_passages: 0,
    indexed_at: null,
    deleting_at: null,
    superseded_by: null,
    superseded_at: null,
    is_held: false,
  });
}

/** Stores the answer to a pull that was sent at `askedAt`. */
const pulled = (askedAt: number, rows = [...companies.values()]) =>
  replaceCompanies(db, { rows, askedAt, now: time });

const names = async () => (await readCompanies(db)).map(({ name }) => name);

/** Makes calls wait until the returned function is called. */
function holdServer(): () => void {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

describe("createCompany", () => {
  it("shows the company at once, and keeps it when a pull does not contain it", async () => {
    const open = holdServer();
    const done = createCompany(command(), SOUTH);
    await expect.poll(names).toEqual(["North", "South"]);
    // A pull that was sent after the company was shown and answered before the server had it.
    time = 102;
    await pulled(101);
    open();
    expect(await done).toEqual({ kind: "done" });
    expect(await names()).toEqual(["North", "South"]);
    await pulled(101, [NORTH]);
    expect(await names()).toEqual(["North", "South"]);
  });

  it("is undone when the server refuses it", async () => {
    fail.set("addCompany", REFUSED);
    expect(await createCompany(command(), SOUTH)).toEqual({ kind: "failed", message: "Refused." });
    expect(await names()).toEqual(["North"]);
  });

  it("creates one company when the first answer was lost", async () => {
    fail.set("addCompany", unreachable());
    expect(await createCompany(command(), SOUTH)).toMatchObject({ kind: "failed" });
    fail.set("addCompany", DUPLICATE);
    expect(await createCompany(command(), SOUTH)).toEqual({ kind: "done" });
    expect(await names()).toEqual(["North", "South"]);
  });
});

describe("requireSecondFactor", () => {
  const required = async () =>
    (await readCompanies(db)).map((company) => company.require_second_factor);

  it("is shown at once and kept, even for a company that an older version mirrored", async () => {
    const { require_second_factor: _, ...older } = NORTH;
    await db.companies.put({ ...(older as Company), mirroredAt: 50, leaving: false });
    const open = holdServer();
    const done = requireSecondFactor(command(), NORTH, true);
    await expect.poll(required).toEqual([true]);
    open();
    expect([await done, await required()]).toEqual([{ kind: "done" }, [true]]);
    expect(companies.get(NORTH.id)?.require_second_factor).toBe(true);
  });

  it("is undone when the server refuses it, and shows the server's message", async () => {
    const words = "Set up a second factor in Settings.";
    fail.set("requireSecondFactor", {
      kind: "never",
      code: "second_factor_required",
      message: words,
    });
    expect(await requireSecondFactor(command(), NORTH, true)).toEqual({
      kind: "failed",
      message: words,
    });
    expect(await required()).toEqual([false]);
  });
});

describe("deleteCompany", () => {
  const remove = (progress: (done: number, files: number) => void = () => {}) =>
    deleteCompany(command(), NORTH, progress);

  it("deletes the company's files one by one, and no others", async () => {
    const steps: [number, number][] = [];
    expect(await remove((done, all) => steps.push([done, all]))).toEqual({ kind: "done" });
    expect(steps).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect([...objects]).toEqual([`${SOUTH.id}/4`]);
    expect([...files.values()].map(({ company_id }) => company_id)).toEqual([SOUTH.id]);
    expect([companies.size, await names()]).toEqual([0, []]);
    // A pull that was sent before does not bring it back; one that was sent afterwards removes it
    // for good.
    await pulled(99, [NORTH]);
    expect(await names()).toEqual([]);
    time = 120;
    await pulled(115);
    expect(await db.companies.count()).toBe(0);
  });

  it("keeps the company and the other files when one cannot be deleted", async () => {
    const stuck = `${NORTH.id}/2`;
    fail.set(`remove ${stuck}`, REFUSED);
    expect(await remove()).toEqual({ kind: "failed", message: "Refused." });
    expect(await names()).toEqual(["North"]);
    expect(companies.size).toBe(1);
    const left = await readKnowledgeFiles(db, NORTH.id);
    expect(left.map(({ file_name }) => file_name)).toEqual(["2.txt", "1.txt"]);
    fail.clear();
    expect(await remove()).toEqual({ kind: "done" });
    expect(companies.size).toBe(0);
  });

  it("shows the company again when the server refuses", async () => {
    fail.set("deleteCompany", REFUSED);
    expect(await remove()).toEqual({ kind: "failed", message: "Refused." });
    expect(await names()).toEqual(["North"]);
  });

  it("fails when the person may not delete the company", async () => {
    companies.clear();
    expect(await remove()).toEqual({
      kind: "failed",
      message: "This is not there any more, or not yours to change.",
    });
  });
});
