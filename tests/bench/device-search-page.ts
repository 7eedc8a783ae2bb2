// The script that the device-search benchmark runs in the browser.
import { searchManuals } from "#knowledge/search/search-manuals.ts";
import { replaceKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { replacePassages } from "#mirror/person/knowledge/passages.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { seededRandom } from "./seeded-random.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const COMPANY = "00000000-0000-4000-8000-000000000002";
const INDEXED_AT = "2026-01-05T08:00:00Z";
const VOCABULARY = 30_000;
const PASSAGE_WORDS = 150;
const QUESTION_WORDS = 9;

export interface DeviceSearchBench {
  fill(files: number, passages: number): Promise<void>;
  /**
   * Asks one question; with an empty question it only prepares the search. `took` is in
   * milliseconds.
   */
  ask(question: string): Promise<{ took: number; found: number }>;
  question(): string;
  /** Longest task of the page since it was opened, in milliseconds; 0 when none took over 50 ms. */
  longestTask(): number;
}

let longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: "longtask", buffered: true });

const random = seededRandom(1);

/** Word frequencies follow Zipf's law: the n-th word is about as frequent as 1/n. */
function word(): string {
  const rank = Math.floor(Math.exp(random() * Math.log(VOCABULARY)));
  // A tenth of the words are codes, as in real manuals.
  return rank % 10 === 0 ? `e-${rank}` : `${rank.toString(26).replaceAll(/\d/g, toLetter)}ing`;
}

function toLetter(digit: string): string {
  return String.fromCharCode(113 + Number(digit));
}

function text(words: number): string {
  return Array.from({ length: words }, word).join(" ");
}

const bench: DeviceSearchBench = {
  async fill(files, passages) {
    const db = new PersonDatabase(PERSON);
    const each = Math.ceil(passages / files);
    const rows = Array.from({ length: files }, (_, number) => ({
      id: `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`,
      file_name: `Manual ${number}.pdf`,
      file_path: `${COMPANY}/${number}.pdf`,
      company_id: COMPANY,
      uploaded_by: null,
      created_at: INDEXED_AT,
      allowed_agents: ["label_agent" as const],
      kind: "pdf" as const,
      size_bytes: 1_000_000,
      page_count: 60,
      picture_pages: null,
      language: "english" as const,
      passage_count: each,
      indexed_passages: each,
      indexed_at: INDEXED_AT,
      deleting_at: null,
      superseded_by: null,
      superseded_at: null,
      is_held: false,
    }));
    await replaceKnowledgeFiles(db, { rows, askedAt: Date.now(), now: Date.now() });
    for (const { id } of rows) {
      const own = Array.from({ length: each }, (_, number) => ({
        file_id: id,
        chunk_no: number,
        page: 1 + (number % 60),
        heading: text(4),
        body: text(PASSAGE_WORDS),
      }));
      await replacePassages(db, id, INDEXED_AT, own);
    }
    db.close();
  },
  async ask(question) {
    const begun = performance.now();
    const { hits } = await searchManuals(PERSON, { query: question, agent: "label", limit: 20 });
    return { took: performance.now() - begun, found: hits.length };
  },
  question: () => `what does the ${text(QUESTION_WORDS)} mean`,
  longestTask: () => longest,
};

Object.assign(globalThis, { bench });
