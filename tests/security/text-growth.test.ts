// @module-tag rest

import { describe, expect, test } from "vitest";
import { installOffer } from "#app/install/install-prompt.tsx";
import { objectPath } from "#commands/knowledge-upload.ts";
import { safeLink } from "#features/chat/answer-markdown.tsx";
import { findInPassages } from "#features/manuals/reader/find-inside.tsx";
import { passageMarks } from "#features/manuals/reader/passage-marks.ts";
import { withFractions } from "#knowledge/extraction/pdf/fractions.ts";
import { joinRuns } from "#knowledge/extraction/pdf/lines.ts";
import { collectWords, joinLines } from "#knowledge/extraction/pdf/mend-hyphens.ts";
import type { PageContent, Run } from "#knowledge/extraction/pdf/page-content.ts";
import { textOfPages } from "#knowledge/extraction/pdf/read.ts";
import { readMarkdown } from "#knowledge/extraction/read-markdown.ts";
import { isTitleLike, readPlainText } from "#knowledge/extraction/read-text.ts";
import { markTerms } from "#knowledge/search/mark-terms.ts";
import { searchTerms } from "#knowledge/search/terms.ts";
import { splitIntoPassages } from "#knowledge/split-into-passages.ts";
import { readRetryAfter } from "#supabase/functions/_shared/ai/call.ts";
import { fillTranscription } from "#supabase/functions/_shared/ai/prompts.ts";
import {
  DOCUMENT_LANGUAGES,
  PASSAGE_LIMIT,
  type PassageHit,
} from "#supabase/functions/_shared/contracts/knowledge.ts";
import { earlyAccessFormSchema } from "#supabase/functions/_shared/contracts/new-early-access-request.ts";
import { detectDevice } from "#supabase/functions/_shared/contracts/person-activity.ts";
import { plainFileName } from "#supabase/functions/_shared/contracts/plain-name.ts";
import { QUESTION_LIMIT } from "#supabase/functions/_shared/contracts/question.ts";
import { findAnsweringPart } from "#supabase/functions/_shared/contracts/terms/answering-part.ts";
import { termsAndCodes } from "#supabase/functions/_shared/contracts/terms/relevance.ts";
import { createUserRequestSchema } from "#supabase/functions/_shared/contracts/user-requests.ts";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";
import { withoutCitations } from "#supabase/functions/_shared/grounding/citations.ts";
import { extractAnswer } from "#supabase/functions/_shared/grounding/quote.ts";
import { ipAddress } from "#supabase/functions/_shared/request/client-address.ts";
import { storableText } from "#supabase/functions/_shared/request/storable-text.ts";
import { isWithinMarkdownLimits } from "#ui/markdown-limits.ts";
import { readableText } from "#ui/readable-text.ts";
import { downloadName } from "#ui/save-file.ts";

/** The short text's length; the long one, of twice as many characters, is still read as Markdown. */
const LENGTH = 24_500;
/** A reader that takes less than this for the long text is fast, however the time grew, in ms. */
const QUICK_MS = 100;
/** How often longer twice the text may take: a little more than twice; quadratic would be four. */
const MOST_GROWTH = 3;
/** No reader may take longer, in milliseconds. */
const LIMIT_MS = 2000;
/** A reader has several tries, because the process's other work may slow one. */
const TRIES = 4;

const hit = (body: string): PassageHit => ({
  ...{ file_id: "6a0f7b4e-3f0e-4f39-8a8e-0d3e4a1c9b10", file_name: "manual.pdf", page: 1 },
  ...{ chunk_no: 0, heading: null, body: body.slice(0, PASSAGE_LIMIT), score: 1 },
});
/** A text file contains no zero character. */
const asText = (text: string) => new TextEncoder().encode(text.replaceAll("\0", "x"));
const passageOf = (text: string) => text.slice(0, PASSAGE_LIMIT);
const questionOf = (text: string) => text.slice(0, QUESTION_LIMIT);
const checked = (answer: string) =>
  checkAnswer(answer, "What is E-30?", [hit("E-30 is a fault.")], "mark");
const RUN = { x: 0, width: 1, size: 8, isBold: false, isMonospaced: false };
const pageOf = (runs: Run[]): PageContent => ({
  ...{ width: 600, height: 800, runs, turned: [] },
  drawing: { horizontal: [], vertical: [], paths: 0, pictures: 0 },
});
const piecesOf = (text: string, length = 5) =>
  text.match(new RegExp(`[\\s\\S]{1,${length}}`, "g")) ?? [];
const passage = (body: string) => ({ chunk_no: 0, page: 1, heading: null, body });

/** Every function that reads text written by others, grouped by the kind of text. */
const readers: Record<string, Record<string, (text: string) => unknown>> = {
  "the answer of a model": {
    "is checked": (text) => checked(text),
    "is checked, and begins like one": (text) => checked(`It is a fault [1].${text}x`),
    "is checked, and ends like one": (text) => checked(`${text}It is a fault [1].`),
    "is checked by its passages": (text) =>
      checkAnswer("It is so [1].", questionOf(text), [hit(text)], "mark"),
    "goes along as history": withoutCitations,
    "is stored": (text) => storableText(text, 50_000),
    "is shown as Markdown": isWithinMarkdownLimits,
    "is read in the history": (text) => readableText(text, true),
    "has links": safeLink,
    "fills a prompt": (text) => fillTranscription("Sum up {transcription}", text),
  },
  "a question": {
    "is taken apart on the server": (text) => termsAndCodes(questionOf(text), "english"),
    "is taken apart on the device": (text) => searchTerms(text, DOCUMENT_LANGUAGES),
    "is answered by a passage": (text) =>
      findAnsweringPart(passage(passageOf(text)), questionOf(text), "english"),
    "is answered without a model": (text) => extractAnswer(questionOf(text), [hit(text)]),
    "is marked in a text": (text) => markTerms(passageOf(text), questionOf(text), "french"),
    "is looked for in a manual": (text) =>
      findInPassages([passage(passageOf(text))], text.slice(0, 200), 10),
  },
  "a document": {
    "is read as text": (text) => splitIntoPassages(readPlainText(asText(text)).blocks),
    "is read as Markdown": (text) => splitIntoPassages(readMarkdown(asText(text)).blocks),
    "is one line of a PDF": (text) => joinRuns([{ ...RUN, text, y: 0, size: 1, isBold: true }]),
    "is many lines of a PDF": (text) => {
      const runs = piecesOf(text).map((each, y) => ({ ...RUN, text: each, y, size: 0.1 }));
      return textOfPages([pageOf(runs)]);
    },
    "has a line that is parted": (text) => joinLines([text, text], collectWords([text])),
    "has many lines that are parted": (text) => {
      const lines = piecesOf(text);
      return joinLines(lines, collectWords(lines));
    },
    "has a title": isTitleLike,
    "is marked in the reader": (text) => passageMarks([text], passageOf(text)),
    "has a name": plainFileName,
    "has a name that it is stored by": (text) => objectPath("company", text, 0),
    "is many columns of a PDF": (text) => {
      // So many that they are still put into columns.
      const runs = piecesOf(text, 20).map((each, n) => ({
        ...{ ...RUN, text: each, width: 5, size: 3 },
        ...{ x: (n % 40) * 15, y: 800 - Math.floor(n / 40) * 4 },
      }));
      return textOfPages([pageOf(runs)]);
    },
    "is many fractions of a PDF": (text) => {
      const runs = piecesOf(text).map((each, n) => ({ ...RUN, text: each, y: n % 2 ? 2 : 12 }));
      const horizontal = Array.from({ length: 400 }, () => ({ at: 10, from: -1, to: 2 }));
      const page = pageOf(runs);
      return withFractions({ ...page, drawing: { ...page.drawing, horizontal } });
    },
    "has a name that it is saved by": (text) => downloadName(text, ".pdf"),
  },
  "a request": {
    "names a device": detectDevice,
    "names a browser": (text) => {
      const userAgent = `iPhone Version/${text}`;
      return installOffer({ installed: false, canPrompt: false, userAgent, maxTouchPoints: 5 });
    },
    "names an address": ipAddress,
    "says when to come again": (text) => readRetryAfter(text, 0),
    "asks for access": (text) =>
      earlyAccessFormSchema.safeParse({
        ...{ company: text, name: text, email: text, phone: text },
        ...{ fieldTechCount: text, currentCrm: text },
      }),
    "asks for an account": (text) => createUserRequestSchema.safeParse({ email: text }),
  },
};

/** What is repeated: characters that mean something to some reader, and pieces of what they read. */
const UNITS = [
  ...[" ", "\t", "\n", " \n", "\r\n", "a", "ab ", "A", "é", "中", "กิ", "Größe él ", "1", "1."],
  ...["1,", "a1", "a 1 ", "1-", "1 ", "-", "a-", ".", ". ", "/", "\\", "'", "'a", "*", "_", "`"],
  ...["~", "#", "\n#", "# \t", "\n1.", "|", "|-", "|  ", "[", "]", "[1", "[1]", "word [1] "],
  ...["[1,1,1", "[1-50]", "[ 1 , 1 ", "【1†a", "[](", "[1](", "[1]: ", "![a](", "(", "<", "> "],
  ...["- ", "&", "@", "a@", ",", "a\u00ad", "a\u0307", "😀", "\ud83d", "It is so. ", "ational"],
];

/**
 * Texts of about `length` characters each, on which a regular expression or a loop may become slow.
 */
function hostileTexts(length: number): Record<string, string> {
  const of = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const half = Math.floor(length / 2);
  return {
    ...Object.fromEntries(UNITS.map((unit) => [JSON.stringify(unit), of(unit)])),
    "spaces in a text": `a${" ".repeat(length)}a`,
    "spaces before a letter": `${" ".repeat(length)}a`,
    "newlines in a text": `a${"\n".repeat(length)}a`,
    "a bracket after spaces": `a${" ".repeat(length)}[x`,
    "a dot after spaces": `${" ".repeat(length)}.x`,
    "citations in citations": `${"[".repeat(half)}${"9]1".repeat(half / 3)}`,
    "citations around citations": `${"[[9]".repeat(half / 4)}${"1]".repeat(half / 2)}`,
    "one line of citations": `${"a ".repeat(half)}${"[1]".repeat(half / 3)}`,
    "a word and a hyphen": `${"a".repeat(length)}-`,
    "marks in the wrong order": `a${"\u0307".repeat(half)}${"\u0323".repeat(half)}`,
    "a link without an end": `[a](${"a".repeat(length)}`,
    "a heading with spaces in it": `# ${" ".repeat(half)}a${" ".repeat(half)}\u0000`,
    "a rule that is none": `${"\t".repeat(half / 2)}${"-".repeat(half / 2)}${"|".repeat(half)}x`,
  };
}

const long = hostileTexts(2 * LENGTH);
const short = hostileTexts(LENGTH);

for (const [what, ways] of Object.entries(readers)) {
  describe(`however long ${what} is and whatever it contains, other requests are not delayed when it`, () => {
    test.each(Object.entries(ways))("%s", (_, read) => {
      read("A first time, so that everything is loaded. [1]");
      for (const name of Object.keys(long)) expect(slowness(read, name)).toBeNull();
    });
  });
}

/** Describes a text that takes longer than allowed; null for a fast one. */
function slowness(read: (text: string) => unknown, name: string): string | null {
  let found = "";
  for (let left = TRIES; left > 0; left -= 1) {
    const once = timeOf(() => read(short[name] ?? ""));
    if (once > LIMIT_MS) return `${name}: ${Math.round(once)} ms`;
    const twice = timeOf(() => read(long[name] ?? ""));
    if (twice <= QUICK_MS) return null;
    if (twice <= LIMIT_MS && twice <= MOST_GROWTH * once) return null;
    found = `${name}: ${Math.round(once)} ms, and ${Math.round(twice)} ms for twice as much`;
  }
  return found;
}

/** The CPU time of `work`, in milliseconds; it does not depend on other processes. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
