// Measures how long PostgreSQL's search takes over many passages: `npm run bench:server-search`. An
// argument sets the number of passages. Times are of the processor where Linux tells them, because
// other work on the machine does not change them much.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { manualText } from "./manual-text.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";
import { figure, spreadOf } from "./spread.ts";

const FILES = 300;
const QUESTIONS = 200;
/** The batch size in which the upload sends passages. */
const BATCH = 100;
/** As many passages as a person is shown. */
const DEPTH = 10;
const ROUNDS = 3;

const passages = Number(process.argv[2] ?? 100_000);
const database = await openSearchDatabase();
try {
  const company = randomUUID();
  const text = manualText();
  await fill(company, () => text.manual(Math.ceil(passages / FILES)));
  await database.query("vacuum analyze");
  const questions = Array.from({ length: QUESTIONS }, () => text.question());
  const { median, p95, max } = spreadOf(await timesOf(questions, company));
  console.log(`${QUESTIONS} questions, ${passages} passages, ${FILES} files`);
  console.table({ p50: figure(median), p95: figure(p95), max: figure(max) });
} finally {
  await database.close();
}

/** Adds the files of a company. */
async function fill(company: string, manual: () => string[]): Promise<void> {
  await database.query("insert into public.companies (id, name) values ($1, 'Bench')", [company]);
  for (let number = 0; number < FILES; number++) {
    const file = randomUUID();
    const rows = manual();
    await database.addFile(file, company, rows.length);
    for (let start = 0; start < rows.length; start += BATCH) {
      await database.addPassages(file, start, rows.slice(start, start + BATCH));
    }
  }
}

/** The milliseconds of each question, the best of three rounds after one that is not counted. */
async function timesOf(questions: readonly string[], company: string): Promise<number[]> {
  const clock = await processorClock(database);
  const times = questions.map(() => Infinity);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [number, question] of questions.entries()) {
      const begun = clock();
      await database.query(
        `select * from private.rank_passages($1::text, $2::uuid, null, ${DEPTH})`,
        [question, company],
      );
      if (round > 0) times[number] = Math.min(clock() - begun, times[number] ?? 0);
    }
  }
  return times;
}

/** Milliseconds that the database's process was on a processor; the time of day elsewhere. */
async function processorClock({ query }: SearchDatabase): Promise<() => number> {
  const [row] = await query("select pg_backend_pid()::text as process");
  const path = `/proc/${row?.process}/schedstat`;
  if (!existsSync(path)) return () => performance.now();
  return () => Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6;
}
