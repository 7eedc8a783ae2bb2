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

/** How many words make a run. */
const RUN = 5;
/** Fewer runs in common than this share are little. */
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

/** Why a person decides before a file replaces a document. */
export type ReplaceConcern =
  /** It looks like another document. Both can be kept only then. */
  | { kind: "unlike"; comparison: DocumentComparison }
  /** Golden questions get worse with it. */
  | { kind: "worse"; report: GoldenReport };

/** A text in which questions are searched for. */
interface SearchedText {
  passages: readonly Passage[];
  language: DocumentLanguage;
}

/** The next version of a document, and what is asked before it is stored. */
export interface NextVersion extends Upload {
  previous: KnowledgeFile;
  /** Asks what to do. */
  decide: (concern: ReplaceConcern) => Promise<ReplaceDecision>;
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
  const [next, earlier] = [
    { file_name: file.name, passages },
    { file_name, passages: before.value },
  ];
  const comparison = compareDocuments(next, earlier);
  if (isUnlike(comparison)) {
    const decision = await version.decide({ kind: "unlike", comparison });
    if (decision === "cancel" || version.signal?.aborted) return { kind: "cancelled" };
    if (decision === "keep-both") {
      const { previous: _, ...alone } = version;
      const stored = await storeFile(command, alone, read);
      return stored.kind === "done" ? { kind: "added" } : stored;
    }
  }
  const set = await loadRows(command, GOLDEN_QUESTIONS, previous.company_id);
  if (set.kind !== "ok") return failed(set);
  const searched = { passages: before.value, language: fileLanguage(previous) };
  let comparisons: readonly GoldenComparison[];
  try {
    comparisons = await compareTexts(set.value, version, searched, { passages, language });
  } catch (error) {
    return { kind: "failed", message: readingFailure(error) };
  }
  const count = comparisons.length;
  const report = { done: count, of: count, comparisons, cost: 0, failure: null };
  if (selectWorse(comparisons).length > 0) {
    const decision = await version.decide({ kind: "worse", report });
    if (decision !== "replace") return { kind: "cancelled" };
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

/** How a new file and the document that it is to replace are alike. */
export interface DocumentComparison {
  /** The titles of the document and of the file: their first headings, or the names of their files. */
  from: string;
  to: string;
  /** Both titles name models, and none in common. */
  isOtherModel: boolean;
  /** Share of the file's runs of five words that the document has, too (0 to 1); null: not known. */
  inCommon: number | null;
}

/** Compares a new file with the document that it is to replace. */
export function compareDocuments(
  next: ComparedDocument,
  previous: ComparedDocument,
): DocumentComparison {
  const models = findModels(previous);
  const others = [...findModels(next)];
  const isOther = models.size > 0 && others.every((model) => !models.has(model));
  return {
    from: findTitle(previous, next),
    to: findTitle(next, previous),
    isOtherModel: others.length > 0 && isOther,
    inCommon: shareInCommon(next, previous),
  };
}

/** The first heading of a document if it tells it from the other one, else the name of its file. */
function findTitle({ file_name, passages }: ComparedDocument, other: ComparedDocument): string {
  const heading = passages[0]?.heading;
  const isTold = heading && heading !== other.passages[0]?.heading;
  return isTold ? heading : file_name.replace(/\.[^.]+$/, "");
}

/** Whether a file looks like another document than the one that it is to replace. */
export function isUnlike({ isOtherModel, inCommon }: DocumentComparison): boolean {
  return isOtherModel || (inCommon !== null && inCommon < LITTLE);
}

function shareInCommon(next: ComparedDocument, previous: ComparedDocument): number | null {
  // A text in place of pictures can't be compared; pictures in place of a text have none of it.
  if (previous.passages.length === 0) return null;
  if (next.passages.length === 0) return 0;
  const step = Math.ceil(next.passages.length / MOST_PASSAGES);
  const runs = new Set(next.passages.filter((_, at) => at % step === 0).flatMap(wordRuns));
  const found = new Set(previous.passages.flatMap(wordRuns).filter((run) => runs.has(run)));
  return runs.size === 0 ? null : found.size / runs.size;
}

function wordRuns({ body }: Pick<Passage, "body">): string[] {
  const words = inPairs(plainText(body)).match(WORD) ?? [];
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
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
