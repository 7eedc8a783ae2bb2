// The script that the device-search benchmark runs in the browser.
import { askSearcher } from "#knowledge/search/searcher.ts";
import { replaceKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { replacePassages } from "#mirror/person/knowledge/passages.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const COMPANY = "00000000-0000-4000-8000-000000000002";
const INDEXED_AT = "2026-01-05T08:00:00Z";

let longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: "longtask", buffered: true });

const idOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`;

const bench = {
  /** Brings a list of so many files to the device, each of so many passages. */
  async list(files: number, passages: number): Promise<void> {
    const db = new PersonDatabase(PERSON);
    const rows = Array.from({ length: files }, (_, number) => ({
      ...{ id: idOf(number), file_name: `Manual ${number}.pdf`, company_id: COMPANY },
      ...{ file_path: `${COMPANY}/${number}.pdf`, uploaded_by: null, created_at: INDEXED_AT },
      ...{ allowed_agents: ["label_agent" as const], kind: "pdf" as const, page_count: 60 },
      ...{
        size_bytes: 1_000_000,
        picture_pages: null,
        reading: null,
        language: "english" as const,
      },
      ...{ passage_count: passages, indexed_passages: passages, indexed_at: INDEXED_AT },
      ...{ deleting_at: null, superseded_by: null, superseded_at: null },
    }));
    await replaceKnowledgeFiles(db, { rows, askedAt: Date.now(), now: Date.now() });
    db.close();
  },

  /** Brings the passages of a file to the device. */
  async fill(number: number, bodies: string[]): Promise<void> {
    const db = new PersonDatabase(PERSON);
    const rows = bodies.map((body, at) => ({
      ...{ file_id: idOf(number), chunk_no: at, page: 1 + (at % 60) },
      ...{ heading: body.slice(0, 40), body },
    }));
    await replacePassages(db, idOf(number), INDEXED_AT, rows);
    db.close();
  },

  /** Asks one question; an empty one only prepares the search. `took` is in milliseconds. */
  async ask(query: string): Promise<{ took: number; found: number }> {
    const begun = performance.now();
    const { hits } = await askSearcher(PERSON, "manuals", { query, agent: "label", limit: 20 });
    return { took: performance.now() - begun, found: hits.length };
  },

  /** Longest task of the page since it was opened, in milliseconds; 0 when none took over 50 ms. */
  longestTask: (): number => longest,
};
export type DeviceSearchPage = typeof bench;
Object.assign(globalThis, { bench });
