import { randomUUID } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { OWN_TRANSCRIBER } from "#supabase/functions/_shared/ai/prices.ts";
import { AGENTS } from "#supabase/functions/_shared/contracts/agent.ts";
import { OUTPUT_SUMMARY_LIMIT } from "#supabase/functions/_shared/contracts/agent-log.ts";
import type { QuestionAgent } from "#supabase/functions/_shared/contracts/question.ts";
import { NOT_FOUND } from "#supabase/functions/_shared/grounding/prompt.ts";
import { DEMO_COMPANY, type DemoPerson } from "#supabase/seed/demo.ts";
import type { Transaction } from "./database.ts";

/** When something was: so many working days before today, at a time like "08:52". */
interface Moment {
  day: number;
  at: string;
}

/** An entry of a person of the demo company: a note, a photo or a question. */
type Entry = Moment & {
  /** The part of their address before the @. */
  who: string;
  /** The summary, the diagnosis or the answer. */
  answer: string;
  /** Minutes without a signal before it was sent. */
  late?: number;
  /** Why the provider gave no answer. */
  failed?: string;
} & (
    | { agent: "voice"; said: string }
    | { agent: "snap"; note: string | null }
    | {
        agent: QuestionAgent;
        question: string;
        /** Words of the demo manuals; none: nothing was found. */
        sources: { file: string; quote: string }[];
        verdict?: "right" | "wrong";
        reason?: string;
      }
  );

interface History {
  people: DemoPerson[];
  vocabulary: object[];
  /** Of early access, each with an id of its own, by which it is deleted with the demo. */
  requests: (Moment & { id: string })[];
  entries: Entry[];
}

/** What the demo company did in the three weeks before its first start, in `supabase/seed/history.json`. */
export const readHistory = async (): Promise<History> =>
  JSON.parse(await Deno.readTextFile(new URL("../../seed/history.json", import.meta.url)));

/**
 * Adds the history of the demo company, with the dates of now.
 * @param people ids by the part of the address before the @
 */
export async function insertHistory(
  tx: Transaction,
  { vocabulary, requests, entries }: History,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const company_id = DEMO_COMPANY.id;
  // The company was there before its first note.
  for (const table of ["profiles", "knowledge_base", "account_changes"]) {
    await tx.query(
      `update public.${table} set created_at = created_at - interval '24 days' where company_id = $1`,
      [company_id],
    );
  }
  const added = { company_id, created_by: people.get("admin") };
  await insert(tx, "vocabulary_terms", ...vocabulary.map((term) => ({ ...term, ...added })));
  const dated = requests.map(({ day, at, ...row }) => ({ ...row, created_at: before(day, at) }));
  await insert(tx, "contact_form_submissions", ...dated);

  for (const entry of entries) {
    const user_id = String(people.get(entry.who));
    const id = randomUUID();
    const captured_at = before(entry.day, entry.at);
    const created_at = new Date(captured_at.getTime() + (entry.late ?? 0) * 60_000 + 5000);
    const sources = "sources" in entry ? await findSources(tx, entry.sources) : [];
    const wasFound = !("sources" in entry) || sources.length > 0;
    const answer = wasFound ? entry.answer : NOT_FOUND;
    const { agent } = entry;
    const own = { user_id, company_id, created_at };
    const names = [...new Set(sources.map(({ file_name }) => file_name))];
    const request = describeRequest(entry, answer, names);
    await insert(tx, "detailed_agent_logs", { ...own, ...request, request_key: id });
    if (entry.failed) continue;
    const input_type = agent === "voice" ? "voice" : agent === "snap" ? "image" : "text";
    const output_summary = answer.slice(0, OUTPUT_SUMMARY_LIMIT);
    const row = { id, user_id, agent_type: agent, input_type, input_data: inputOf(entry) };
    await insert(tx, "agent_logs", { ...row, output_summary, captured_at, created_at });
    if (!("sources" in entry)) continue;

    const message_id = uuidv5("answer", id);
    const question = { id, user_id, role: "user", content: entry.question };
    const basis = wasFound ? "model" : "nothing";
    const reply = { id: message_id, user_id, role: "assistant", content: answer, sources, basis };
    const asked = { ...question, sources: null, basis: null, created_at: captured_at };
    await insert(tx, `${agent}_agent_conversations`, asked, { ...reply, created_at });
    const { verdict, reason = null } = entry;
    if (!verdict) continue;
    const rating = { agent, verdict, reason, revision: 1, updated_at: created_at };
    const of = { message_id, request_id: id, item_id: randomUUID(), question: entry.question };
    const cited = [...new Set(sources.map(({ file_id }) => file_id))];
    await insert(tx, "answer_feedback", { ...own, ...of, ...rating, sources: cited });
  }
}

const inputOf = (entry: Entry) =>
  "said" in entry ? entry.said : "note" in entry ? entry.note : entry.question;

/** The moment, which is never in the future; weekends are no working days. */
function before(days: number, at: string): Date {
  const date = new Date();
  for (let left = days; left > 0; ) {
    date.setDate(date.getDate() - 1);
    if (date.getDay() % 6 !== 0) left -= 1;
  }
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  date.setHours(hours, minutes, 0, 0);
  return date;
}

/** The sources of an answer, as a reply has them. @throws Error when a manual does not have the words */
async function findSources(tx: Transaction, wanted: { file: string; quote: string }[]) {
  const found = [];
  for (const { file, quote } of wanted) {
    const [passage] = await tx.query(
      `select f.id as file_id, c.page, c.chunk_no
       from public.knowledge_base f join public.knowledge_chunks c on c.file_id = f.id
       where f.company_id = $1 and f.file_name = $2 and position($3 in c.body) > 0
       order by c.chunk_no limit 1`,
      [DEMO_COMPANY.id, file, quote],
    );
    if (!passage) throw new Error(`${file} does not have the words "${quote}".`);
    found.push({ ...passage, file_id: String(passage.file_id), file_name: file, quote });
  }
  return found;
}

/** The row of the detailed log, with figures that are usual for a small model. */
function describeRequest(entry: Entry, answer: string, files: string[]) {
  const { who, agent, failed = null } = entry;
  const asked = inputOf(entry) ?? "";
  const sent =
    { voice: 450, snap: 1600, label: 2900, ask: 2900 }[agent] + Math.ceil(asked.length / 4);
  const received = Math.ceil(answer.length / 4);
  const model = "gpt-4.1-mini";
  return {
    ...{ user_email: `${who}@demo.example`, device_type: who === "admin" ? "Desktop" : "Mobile" },
    // Of the network that is kept free for examples.
    ip_address: "192.0.2.24",
    agent_type: AGENTS[agent].logged,
    action_type: { voice: "transcribe", snap: "analyze", label: "answer", ask: "answer" }[agent],
    ...{ status: failed ? "failed" : "success", error_message: failed },
    input_text: agent === "voice" ? "audio/webm, 160.0 kB" : asked,
    output_text: agent === "voice" ? `${asked}\n\n${answer}` : answer || null,
    knowledge_base_files_used: files,
    total_request_time_ms: failed ? 60_000 : 1500 + received * 8,
    ...(!failed &&
      answer !== NOT_FOUND && {
        ai_model: agent === "voice" ? `${OWN_TRANSCRIBER} + ${model}` : model,
        ...{ input_token_count: sent, completion_tokens: received, total_tokens: sent + received },
        estimated_cost: (sent * 0.4 + received * 1.6) / 1_000_000,
      }),
  };
}

async function insert(tx: Transaction, table: string, ...rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await tx.query(
    `insert into public.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  );
}
