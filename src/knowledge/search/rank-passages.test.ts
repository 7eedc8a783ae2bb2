import fc from "fast-check";
import { expect, it } from "vitest";
import { openCorpus, scoreKey } from "./passage-corpus.ts";
import { buildPassageIndex } from "./passage-index.ts";
import { rankPassages as rank, rankText } from "./rank-passages.ts";
import { readTerms } from "./terms.ts";

const FILE_A = "00000000-0000-4000-8000-00000000000a";
const FILE_B = "00000000-0000-4000-8000-00000000000b";

function indexOf(fileId: string, bodies: readonly string[]) {
  const place = { file_id: fileId, page: null, heading: null };
  const passages = bodies.map((body, chunk_no) => ({ ...place, chunk_no, body }));
  return buildPassageIndex(fileId, "2026-01-01T00:00:00Z", passages);
}

const words = (text: string) => readTerms(text, "english").map((term) => term.text);

const rankPassages = (indexes: ReturnType<typeof indexOf>[], query: string, limit: number) =>
  rank(openCorpus(indexes), query, limit).ranked;

const found = (bodies: readonly string[], query: string) =>
  rankPassages([indexOf(FILE_A, bodies)], query, 10).map(({ chunkNo }) => chunkNo);

it("stems words and leaves out stop words", () => {
  expect(words("The pumps are humming")).toEqual(["pump", "hum"]);
});

it("keeps codes complete, as parts, and without their hyphens", () => {
  expect(words("E-47")).toEqual(["e", "47", "e-47", "e47"]);
  expect(words("HP-240/B")).toContain("hp-240/b");
  expect(words("R‑32")).toEqual(words("r-32"));
  expect(words("2.5 l of it")).toEqual(["2", "5", "l", "2.5", "2.5l"]);
});

it("gives a number, a unit and a code one term in all their spellings", () => {
  for (const text of ["½", "1/2", "0,5"]) expect(words(text)).toContain("0.5");
  for (const text of ["30 Hz", "30hz", "30 hertz"]) expect(words(text)).toContain("30hz");
  for (const text of ["hp 240 b", "HP240B"]) expect(words(text)).toContain("hp240b");
  for (const text of ["error 47", "error47", "E-47"]) expect(words(text)).toContain("e47");
  expect(words("240-4471")).toContain("2404471");
  expect(words("10-20")).not.toContain("1020");
  for (const text of ["1,200", "1.200", "1 200"]) expect(words(text)).toContain("1200");
});

it("recognizes words of other alphabets", () => {
  expect(words("Überdruck Кран")).toEqual(["überdruck", "кран"]);
});

it("ranks a complete code before its parts", () => {
  const bodies = ["47 pages about e and more", "fault E-47: low pressure", "fault E-48"];
  expect(found(bodies, "what is E-47?")[0]).toBe(1);
});

it("finds nothing for a question of only stop words, or without passages", () => {
  expect(found(["the fan"], "what is this?")).toEqual([]);
  expect(rankPassages([], "fan", 10)).toEqual([]);
});

it("ranks like a textbook BM25 over all files together", () => {
  const word = fc.constantFrom("pump", "valve", "fan", "coil", "relay", "sensor", "duct");
  const body = fc.array(word, { minLength: 1, maxLength: 12 }).map((list) => list.join(" "));
  const file = fc.array(body, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(file, file, body, (a, b, query) => {
      const ranked = rankPassages([indexOf(FILE_A, a), indexOf(FILE_B, b)], query, 100);
      const expected = textbookBm25([...a, ...b].map(words), 1.5, 0.6)(words(query));
      expect(ranked).toHaveLength(expected.size);
      for (const { fileId, chunkNo, score } of ranked) {
        const place = fileId === FILE_A ? chunkNo : a.length + chunkNo;
        expect(score).toBeCloseTo(expected.get(place) ?? Number.NaN, 4);
      }
      // Scores that differ only by rounding errors count as equal.
      const scores = ranked.map(({ score }) => scoreKey(score));
      expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    }),
  );
});

it("searches for the 24 rarest terms of a long question", () => {
  const asked = Array.from({ length: 30 }, (_, i) => `zu${i.toString(26)}x`);
  // Word number n is in 31 - n passages.
  const bodies = asked.map((_, i) => asked.slice(0, asked.length - i).join(" "));
  const { terms } = rank(openCorpus([indexOf(FILE_A, bodies)]), asked.join(" "), 10);
  expect(terms.map(({ text }) => text)).toEqual(asked.slice(6).toReversed());
});

it("returns the same best passages for every limit", () => {
  const bodies = fc.array(fc.constantFrom("fan", "fan coil", "fan fan coil duct", "coil"), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(bodies, fc.integer({ min: 1, max: 5 }), (list, limit) => {
      const index = indexOf(FILE_A, list);
      const all = rankPassages([index], "fan coil", 100);
      expect(rankPassages([index], "fan coil", limit)).toEqual(all.slice(0, limit));
    }),
  );
});

/** The scores of a query, by the number of each document that contains one of its terms. */
type Ranking = (query: readonly string[]) => Map<number, number>;

/** BM25 as in textbooks (k1 1.5, b 0.75), over documents given as terms. */
function textbookBm25(documents: readonly (readonly string[])[], k1 = 1.5, b = 0.75): Ranking {
  const postings = new Map<string, Map<number, number>>();
  for (const [number, terms] of documents.entries()) {
    for (const term of terms) {
      const posting = postings.get(term) ?? new Map<number, number>();
      posting.set(number, (posting.get(number) ?? 0) + 1);
      postings.set(term, posting);
    }
  }
  const lengths = documents.map((terms) => terms.length);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  return (query) => {
    const scores = new Map<number, number>();
    for (const term of query) {
      const posting = postings.get(term);
      if (!posting) continue;
      const idf = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [number, occurrences] of posting) {
        const norm = k1 * (1 - b + (b * (lengths[number] ?? 0)) / meanLength);
        const gain = (idf * occurrences * (k1 + 1)) / (occurrences + norm);
        scores.set(number, (scores.get(number) ?? 0) + gain);
      }
    }
    return scores;
  };
}

it("ranks the passages of a text alone for each question, and finds nothing in an empty one", () => {
  const passages = ["The filter is cleaned.", "Tighten the flange.", "Clean the filter mat."].map(
    (body, chunk_no) => ({ chunk_no, page: null, heading: null, body }),
  );
  const questions = ["Which filter mat?", "How tight is the flange?", "Who repairs it?"];
  const ranked = rankText({ passages, language: "english", questions });
  expect(ranked.map((each) => each.map(({ chunk_no }) => chunk_no))).toEqual([[2, 0], [1], []]);
  expect(rankText({ passages: [], language: "english", questions })).toEqual([[], [], []]);
});
