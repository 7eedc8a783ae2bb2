import { type KnowledgeChunk, mayUseFile } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { splitIntoParts } from "@contracts/terms/answering-part.ts";
import { namedCodes } from "@contracts/terms/telling-words.ts";
import type { MirroredKnowledgeFile } from "#mirror/person/knowledge/knowledge-rows.ts";
import { filesWithPassages, readFirstPassages } from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { openManualSearch } from "./manual-search.ts";
import type { DeviceHit } from "./searcher.ts";

const MOST = 3;

/** A question, and whether a found passage answers it. */
interface Candidate {
  question: string;
  isAnsweredBy: (hit: DeviceHit) => boolean;
}

/**
 * Questions that documents on this device answer: about codes, about models in tables, and about
 * headings. Each was searched for, and the best passage answers it. Those of an agent are of documents
 * that Label may not use, then of others, the newest first, and of different documents if possible; no
 * other agent has those of Label.
 */
export async function findExamples(
  db: PersonDatabase,
  search: ReturnType<typeof openManualSearch>,
  agent: QuestionAgent,
): Promise<string[]> {
  const files = (await filesWithPassages(db))
    .filter((file) => mayUseFile(agent, file))
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const isOpenToLabel = (file: MirroredKnowledgeFile) => mayUseFile("label", file);
  // Technicians may have no document that Label may not use.
  const taken = agent === "label" ? [] : await findExamples(db, search, "label");
  const questions: string[] = [];
  for (const group of [files.filter((file) => !isOpenToLabel(file)), files.filter(isOpenToLabel)]) {
    const documents: Candidate[][] = [];
    for (const { id } of group.slice(0, MOST)) {
      const candidates = readCandidates(await readFirstPassages(db, id));
      documents.push(candidates.filter(({ question }) => !taken.includes(question)));
    }
    // Each of the documents in turn.
    for (let turn = 0; turn < MOST * MOST && questions.length < MOST; turn += 1) {
      for (const candidate of documents[turn % MOST]?.splice(0, MOST) ?? []) {
        const { question, isAnsweredBy } = candidate;
        const { hits } = await search({ query: question, agent, limit: 1, onlyRelevant: true });
        if (hits[0] === undefined || !isAnsweredBy(hits[0])) continue;
        questions.push(question);
        break;
      }
    }
  }
  return questions;
}

/** A code such as "E-31", which a paragraph or row may begin with to say what it means. */
const FAULT_CODE = /^\p{Lu}{1,2}-?\p{N}{2,4}(?=\s)/u;

/** The candidates of a document: about its codes, then its tables, then its headings. */
function readCandidates(passages: readonly KnowledgeChunk[]): Candidate[] {
  const codes: Candidate[] = [];
  const cells: Candidate[] = [];
  const headings: Candidate[] = [];
  const title = passages[0]?.heading ?? passages[0]?.body.split("\n")[0] ?? "";
  const [model] = namedCodes(title);
  const asked = new Set([title]);
  for (const { heading, body, file_id } of passages) {
    for (const { head, text } of splitIntoParts(heading, body).parts) {
      const [code] = FAULT_CODE.exec(text) ?? [];
      if (code !== undefined) {
        codes.push({
          question: `What does ${code} mean${model === undefined ? "" : ` on the ${model}`}?`,
          isAnsweredBy: ({ part }) => part.text === text,
        });
      }
      const names = head.split("\t").slice(1);
      const column = names.find((name) => namedCodes(name)[0] === name);
      const row = text.split("\t")[0] ?? "";
      const topic = /^[\p{L} ]+$/u.test(row) ? readTopic(row) : null;
      if (column === undefined || topic === null) continue;
      cells.push({
        question: `What is the ${topic} for ${column}?`,
        isAnsweredBy: ({ part }) => part.text === `${head}\n${text}`,
      });
    }
    const topic = heading === null || asked.has(heading) ? null : readTopic(heading);
    if (heading !== null) asked.add(heading);
    if (topic === null) continue;
    headings.push({
      question: `What do the documents say about ${topic}?`,
      isAnsweredBy: (hit) => hit.file_id === file_id && hit.part.heading === heading,
    });
  }
  return [...codes, ...cells, ...headings];
}

/** Headings of these words, or that are questions or orders themselves, make no good question. */
const UNFIT =
  /^(how|what|when|why|where|who|which|never|always|before|after|do|if|on|at|in|with|contents|table of|index|introduction|general|overview|technical data|specifications|notes?|warnings?|cautions?|figures?|appendix|page|copyright|revision|about|safety|scope)\b/i;

/** The topic of a heading, without its number; null if it makes no good question. */
function readTopic(heading: string): string | null {
  const text = heading.replace(/^[\d.\s)]+/, "").trim();
  const words = text.split(/\s+/).length;
  if (words < 2 || words > 7 || text.length > 48 || UNFIT.test(text)) return null;
  if (!/^[\p{L}\p{N} ,'’()/-]+$/u.test(text)) return null;
  const isShouted = text === text.toUpperCase();
  if (isShouted) return text.toLowerCase();
  // A name or an abbreviation keeps its capital.
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
