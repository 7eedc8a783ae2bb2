// Measures how long the server's search takes over many passages, beside PostgreSQL's own ts_rank
// over a GIN index: `npm run bench:server-search`. An argument sets the number of passages;
// `--pglite` after it uses the default database instead of a PostgreSQL server.
import { randomUUID } from "node:crypto";
import { manualText } from "./manual-text.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

const FILES = 300;
const QUESTIONS = 200;
/** The batch size in which the upload sends passages. */
const BATCH = 100;
/** As many passages as a person is shown. */
const DEPTH = 10;
const WARM_UP = 20;

const passages = Number(process.argv[2] ?? 100_000);
const database = await openSearchDatabase({ embedded: process.argv.includes("--pglite") });
try {
  const company = randomUUID();
  const text = await manualText();
  const uploads = await fill(database, company, () => text.manual(Math.ceil(passages / FILES)));
  await indexWords(database, company);
  await database.query("vacuum analyze");
  const questions = Array.from({ length: QUESTIONS }, () => text.question());
  const rows = {
    search_knowledge: figuresOf(await timesOf(questions, (q) => rank(database, company, q))),
    "ts_rank over GIN": figuresOf(await timesOf(questions, (q) => tsRank(database, q))),
    "adding 100 passages": figuresOf(uploads),
  };
  console.log(`${QUESTIONS} questions, ${passages} passages, ${FILES} files, ${database.name}`);
  console.table(rows);
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

/** What a search without its own index would use: the words of each passage under a GIN index. */
async function indexWords({ query }: SearchDatabase, company: string): Promise<void> {
  await query(
    `create table public.ranked as
     select c.id, to_tsvector('english', c.body) as words
     from public.knowledge_chunks c where c.company_id = $1::uuid`,
    [company],
  );
  await query("create index on public.ranked using gin (words)");
}

function rank({ query }: SearchDatabase, company: string, question: string) {
  return query(`select * from private.rank_passages($1::text, $2::uuid, null, ${DEPTH})`, [
    question,
    company,
  ]);
}

function tsRank({ query }: SearchDatabase, question: string) {
  return query(
    `select r.id, ts_rank(r.words, q.wanted) as score from public.ranked r, (
       select array_to_string(array(select quote_literal(lexeme)
         from unnest(to_tsvector('english', $1::text))), ' | ')::tsquery as wanted) q
     where r.words @@ q.wanted order by score desc limit ${DEPTH}`,
    [question],
  );
}

async function timesOf(
  questions: readonly string[],
  ask: (question: string) => Promise<unknown>,
): Promise<number[]> {
  for (const question of questions.slice(0, WARM_UP)) await ask(question);
  const times: number[] = [];
  for (const question of questions) {
    const begun = performance.now();
    await ask(question);
    times.push(performance.now() - begun);
  }
  return times;
}

function figuresOf(times: readonly number[]): Record<"p50 ms" | "p95 ms" | "max ms", number> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  return { "p50 ms": at(0.5), "p95 ms": at(0.95), "max ms": at(1) };
}
