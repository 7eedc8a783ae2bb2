// Measures how long the server's search takes over many passages, beside that of version 0.1 in the
// same database, question by question in turns: `npm run bench:server-search`. An argument sets the
// number of passages; `--pglite` after it uses the default database instead of a PostgreSQL server.
// Times are of the processor where Linux tells them, because other work on the machine does not
// change them much.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { manualText } from "./manual-text.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

const FILES = 300;
const QUESTIONS = 200;
/** The batch size in which the upload sends passages. */
const BATCH = 100;
/** As many passages as a person is shown. */
const DEPTH = 10;
const ROUNDS = 3;

const passages = Number(process.argv[2] ?? 100_000);
const database = await openSearchDatabase({ embedded: process.argv.includes("--pglite") });
try {
  const company = randomUUID();
  const text = await manualText();
  const uploads = await fill(database, company, () => text.manual(Math.ceil(passages / FILES)));
  await addSearchBefore(database);
  await database.query("vacuum analyze");
  const questions = Array.from({ length: QUESTIONS }, () => text.question());
  const { now, before } = await timesOf(database, questions, company);
  const rows = {
    now: figuresOf(now),
    before: figuresOf(before),
    "adding 100 passages": figuresOf(uploads),
  };
  console.log(`${QUESTIONS} questions, ${passages} passages, ${FILES} files, ${database.name}`);
  console.table(rows);
  const ratio = (figure: "p50 ms" | "p95 ms") =>
    (rows.now[figure] / rows.before[figure]).toFixed(2);
  console.log(`now / before: p50 ${ratio("p50 ms")}, p95 ${ratio("p95 ms")}`);
} finally {
  await database.close();
}

/** Adds the files of a company. @returns the milliseconds that each batch of passages took */
async function fill({ query }: SearchDatabase, company: string, manual: () => string[]) {
  const times: number[] = [];
  await query("insert into public.companies (id, name) values ($1, 'Bench')", [company]);
  for (let number = 0; number < FILES; number++) {
    const file = randomUUID();
    const bodies = manual();
    await query(
      `insert into public.knowledge_base (id, file_name, file_path, company_id, kind, size_bytes, passage_count)
       values ($1::uuid, 'Manual', $2::text || '/' || $1, $2::uuid, 'txt', 1, $3::integer)`,
      [file, company, String(bodies.length)],
    );
    for (let start = 0; start < bodies.length; start += BATCH) {
      const batch = bodies.slice(start, start + BATCH);
      const begun = performance.now();
      await query(
        `insert into public.knowledge_chunks (file_id, chunk_no, body)
         select $1::uuid, p.chunk_no + $3::integer - 1, p.body
         from jsonb_array_elements_text($2::text::jsonb) with ordinality as p (body, chunk_no)`,
        [file, JSON.stringify(batch), String(start)],
      );
      if (batch.length === BATCH) times.push(performance.now() - begun);
    }
  }
  return times;
}

/** Adds the search of version 0.1 as functions of a schema of its own. */
async function addSearchBefore({ query }: SearchDatabase): Promise<void> {
  const names = "word_vector|text_terms|sum_gains|score_in_full|rank_corpus|rank_passages";
  const definition = new RegExp(
    `^create function private\\.(${names})\\b[^$]*\\$\\$[^]*?\\$\\$;`,
    "gm",
  );
  await query("create schema before");
  for (const name of ["12_knowledge_postings", "13_knowledge_search"]) {
    const migration = readFileSync(
      new URL(`../../supabase/migrations/202601010000${name}.sql`, import.meta.url),
      "utf8",
    );
    for (const [statement] of migration.matchAll(definition)) {
      await query(statement.replaceAll(new RegExp(`private\\.(${names})\\b`, "g"), "before.$1"));
    }
  }
}

/** The milliseconds of each question, the best of three rounds after one that is not counted. */
async function timesOf(
  database: SearchDatabase,
  questions: readonly string[],
  company: string,
): Promise<Record<"now" | "before", number[]>> {
  const clock = await processorClock(database);
  const times = { now: questions.map(() => Infinity), before: questions.map(() => Infinity) };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [number, question] of questions.entries()) {
      for (const [name, schema] of [
        ["now", "private"],
        ["before", "before"],
      ] as const) {
        const begun = clock();
        await database.query(
          `select * from ${schema}.rank_passages($1::text, $2::uuid, null, ${DEPTH})`,
          [question, company],
        );
        const took = clock() - begun;
        if (round > 0) times[name][number] = Math.min(took, times[name][number] ?? 0);
      }
    }
  }
  return times;
}

/** Milliseconds that the database's process was on a processor; the time of day elsewhere. */
async function processorClock(database: SearchDatabase): Promise<() => number> {
  const [row] = await database.query("select pg_backend_pid()::text as process");
  const path = `/proc/${database.name === "PGlite" ? "self" : row?.process}/schedstat`;
  if (!existsSync(path)) return () => performance.now();
  return () => Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6;
}

function figuresOf(times: readonly number[]): Record<"p50 ms" | "p95 ms" | "max ms", number> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  return { "p50 ms": at(0.5), "p95 ms": at(0.95), "max ms": at(1) };
}
