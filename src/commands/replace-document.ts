import { type GoldenQuestion, hasWords } from "@contracts/golden-question.ts";
import type { GoldenOutcome } from "@contracts/golden-run.ts";
import {
  type DocumentLanguage,
  fileLanguage,
  type KnowledgeFile,
  mayUseFile,
  type Passage,
} from "@contracts/knowledge.ts";
import { inPairs, plainText } from "@contracts/terms/numbers-and-codes.ts";
import { isStopWord } from "@contracts/terms/telling-words.ts";
import { GOLDEN_QUESTIONS } from "../mirror/person/lists/golden-questions.ts";
import { type AdministrationCommand, failed } from "./command-result.ts";
import { type GoldenComparison, type GoldenReport, selectWorse } from "./golden-run.ts";
import {
  readFile,
  readingFailure,
  storeFile,
  type Upload,
  type UploadResult,
} from "./knowledge-upload.ts";
import { loadRows } from "./list-rows.ts";

/** Fewer runs of words in common than this share are little. */
const LITTLE = 0.2;
/** Enough passages of the new document, evenly spread, to decide. */
const MOST_PASSAGES = 100;
const WORD = /[\p{L}\p{N}]+/gu;
/** "hp 240", "r32", "kx 12b", but no version and no year. */
const MODEL =
  /(?<![a-z0-9])(?!(?:v|ver|rev|ed|vol) ?[0-9])([a-z]{1,4})(?:[0-9]{1,6}| (?!(?:19|20)[0-9]{2}(?![0-9]))[0-9]{2,6})[a-z]?(?![a-z0-9])/g;

/** `added`: both documents are kept. */
type ReplaceResult = UploadResult | { kind: "added" };

/** What becomes of a document that a file is to replace. */
export type ReplaceDecision = "replace" | "keep-both" | "cancel";

/** A text in which questions are searched for. */
interface SearchedText {
  passages: readonly Passage[];
  language: DocumentLanguage;
}

/** The next version of a document, and what is asked before it is stored. */
export interface NextVersion extends Upload {
  previous: KnowledgeFile;
  /**
   * Asks what to do with a file with which golden questions get worse; null: which has little in common with
   * the previous one. Both documents can be kept only then.
   */
  decide: (report: GoldenReport | null) => Promise<ReplaceDecision>;
  /** Finds the best passages of a text for each of some questions. @throws Error when it could not search */
  search: (text: SearchedText & { questions: readonly string[] }) => Promise<readonly Passage[][]>;
}

/**
 * Replaces a document by a file. Before anything of it is stored, the person decides about a file that
 * is unlike the document, or with which golden questions get worse.
 */
export async function replaceDocument(
  command: AdministrationCommand,
  version: NextVersion,
): Promise<ReplaceResult> {
  const { previous, file } = version;
  const read = await readFile(version);
  if (read.kind !== "read") return read;
  const before = await command.backend.knowledge.passages(command.db.personId, previous.id);
  if (before.kind !== "ok") return failed(before);
  const { passages, language } = read.document;
  const { file_name } = previous;
  if (isUnlike({ file_name: file.name, passages }, { file_name, passages: before.value })) {
    const decision = await version.decide(null);
    if (decision === "cancel" || version.signal?.aborted) return { kind: "cancelled" };
    if (decision === "keep-both") {
      const { previous: _, ...alone } = version;
      const stored = await storeFile(command, alone, read);
      return stored.kind === "done" ? { kind: "added" } : stored;
    }
  }
  const set = await loadRows(command, GOLDEN_QUESTIONS, previous.company_id);
  if (set.kind !== "ok") return failed(set);
  const earlier = { passages: before.value, language: fileLanguage(previous) };
  let comparisons: readonly GoldenComparison[];
  try {
    comparisons = await compareTexts(set.value, version, earlier, { passages, language });
  } catch (error) {
    return { kind: "failed", message: readingFailure(error) };
  }
  const count = comparisons.length;
  const report = { done: count, of: count, comparisons, cost: 0, failure: null };
  if (selectWorse(comparisons).length > 0 && (await version.decide(report)) !== "replace") {
    return { kind: "cancelled" };
  }
  return storeFile(command, version, read);
}

/**
 * Looks for the expected words of golden questions in what is found in the text of a document, before and
 * after. A question that is to find nothing is not compared, nor one whose words stand in neither text,
 * unless they are expected of this document.
 */
async function compareTexts(
  set: readonly GoldenQuestion[],
  { previous, search }: NextVersion,
  earlier: SearchedText,
  next: SearchedText,
): Promise<GoldenComparison[]> {
  const asked = set.filter(
    ({ agent, expected, file_id }) =>
      expected !== "refusal" &&
      (file_id === null || file_id === previous.id) &&
      mayUseFile(agent, previous),
  );
  if (asked.length === 0) return [];
  const questions = asked.map(({ question }) => question);
  const before = await search({ ...earlier, questions });
  const after = await search({ ...next, questions });
  return asked
    .map((question, place) => ({
      question,
      before: outcome(question, before[place]),
      after: outcome(question, after[place]),
    }))
    .filter(
      (each) => each.question.file_id !== null || each.before === "kept" || each.after === "kept",
    );
}

function outcome(
  { expected_text }: GoldenQuestion,
  found: readonly Passage[] | undefined,
): GoldenOutcome {
  return found?.some(({ body }) => hasWords(body, expected_text)) ? "kept" : "broken";
}

/** A document as far as it is compared. */
interface ComparedDocument {
  file_name: string;
  passages: readonly Pick<Passage, "heading" | "body">[];
}

/**
 * Whether a document looks like another one than a newer version of the previous: fewer than a fifth
 * of its runs of three words stand in the previous one, or the titles of both name models and none
 * in common. The title is the name of the file and the first heading.
 */
export function isUnlike(next: ComparedDocument, previous: ComparedDocument): boolean {
  const models = findModels(previous);
  const others = [...findModels(next)];
  const areOthers = others.every((model) => !models.has(model));
  if (models.size > 0 && others.length > 0 && areOthers) return true;
  const step = Math.ceil(next.passages.length / MOST_PASSAGES);
  const runs = new Set(next.passages.filter((_, at) => at % step === 0).flatMap(wordTriples));
  const found = new Set<string>();
  for (const passage of previous.passages) {
    for (const run of wordTriples(passage)) if (runs.has(run)) found.add(run);
  }
  // Pictures in place of a text are unlike it; a text in place of pictures can't be compared.
  const isLittle = next.passages.length === 0 || found.size < LITTLE * runs.size;
  return previous.passages.length > 0 && isLittle;
}

function wordTriples({ body }: Pick<Passage, "body">): string[] {
  const words = inPairs(plainText(body)).match(WORD) ?? [];
  return words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);
}

function findModels({ file_name, passages }: ComparedDocument): Set<string> {
  const title = `${file_name.replace(/\.[^.]+$/, "")} | ${passages[0]?.heading ?? ""}`;
  const words = plainText(title).replace(/[^a-z0-9|]+/g, " ");
  return new Set(
    [...words.matchAll(MODEL)].flatMap(([model, letters = ""]) =>
      isStopWord(letters) ? [] : [model.replace(" ", "")],
    ),
  );
}
