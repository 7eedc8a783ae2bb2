import { factsOf } from "./canonical.ts";
import { perPassage, perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { hasWord, tellingWords } from "./words.ts";

/** A part of a sentence: what it says, and the names by which it says it of one of several things. */
interface Part {
  words: ReadonlySet<string>;
  /** "code E" → E47, "number" → 3, "colour" → red: of each kind a part has one, or it tells no two things apart. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
}

const COLOUR =
  /\b(?:red|green|blue|yellow|white|black|brown|gr[ae]y|orange|amber|violet|purple|pink)\b/gi;
const ORDINAL = /\b(?:first|second|third|fourth|last)\b/gi;
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{3,8}(?![\p{L}\p{N}-])/gu;
/** "Gold", "Silver": a name within a sentence. */
const NAME = /(?<=[\p{Ll},:;] )\p{Lu}\p{Ll}{2,}/gu;

const BRACKETS = /[()]/g;
const SENTENCES = /;|\.\s/;
const ALL_ENDS = /[,;:](?= |$)|\.(?= |$)|\b(?:and|or|but|then|while|whereas)\b/;

const partOf = perText((text): Part => {
  const { codes, quantities, rest } = factsOf(text);
  const names = new Map<string, Set<string>>();
  const add = (kind: string, name: string) => {
    const known = names.get(kind);
    if (known) known.add(name);
    else names.set(kind, new Set([name]));
  };
  for (const { code, family } of codes) add(`code ${family}`, code);
  const figures: string[] = [];
  for (const { value, unit, isLoose, limit } of quantities) {
    if (unit !== null || !isLoose) figures.push(`#${value}${limit === null ? "" : ` ${limit}`}`);
    else if (value > 1) add("number", String(value));
  }
  for (const [word] of text.matchAll(COLOUR)) add("colour", word.toLowerCase());
  for (const [word] of text.matchAll(ORDINAL)) add("ordinal", word.toLowerCase());
  for (const [word] of text.matchAll(CAPITALS)) add("capitals", word);
  for (const [word] of text.matchAll(NAME)) add("name", word);
  const named = new Set([...names.values()].flatMap((each) => [...each].flatMap(tellingWords)));
  const words = tellingWords(rest).filter((word) => !named.has(word));
  return { words: new Set([...words, ...figures]), names };
});

function partsOf(text: string, ends: RegExp): Part[] {
  return text
    .replace(BRACKETS, " ")
    .split(ends)
    .filter((each) => each.trim() !== "")
    .map(partOf);
}

/** How many parts of one text are compared. */
const MOST_PARTS = 8;

/** The parts of each sentence of a passage, and the sentences of each of its lines. */
const groupsOf = perPassage(({ windows }): Part[][] => {
  const lines = [
    ...new Set(windows.filter(({ text }) => !text.includes("\t")).map(({ lineText }) => lineText)),
  ];
  return [
    ...windows
      .filter(({ text }) => !text.includes("\t"))
      .map(({ text }) => partsOf(text, ALL_ENDS)),
    ...lines.map((text) => partsOf(text, SENTENCES)),
  ]
    .filter(({ length }) => length > 1)
    .map((parts) => parts.slice(0, MOST_PARTS));
});

/** Which part of what only one part says a claim must have, if it has nothing of the part with its own name. */
const MOST = 0.6;
/** The same for the name of a code. */
const LEAST_OF_CODE = 0.6;

/**
 * Whether a claim has the name of one part of a sentence and says what another part says of another name:
 * "three blinks: the cable is broken" of "two blinks: the cable is broken; three blinks: it is too hot".
 */
export function mixedParts(plain: string, cited: readonly PassageFacts[]): string | null {
  const parts = partsOf(plain, ALL_ENDS);
  const whole = partOf(plain);
  for (const group of cited.flatMap(groupsOf)) {
    // A claim that names several things mixes them if it says of two of them what belongs to the others.
    const mixed = parts.flatMap((part) => mixedIn(part, group) ?? []);
    const wrong = mixedIn(whole, group) ?? (mixed.length > 1 ? mixed[0] : undefined);
    if (wrong !== undefined) return `the cited passage says this of another than "${wrong}"`;
  }
  return null;
}

function mixedIn(claim: Part, group: readonly Part[]): string | null {
  for (const [kind, [name, ...more]] of [...claim.names].map(
    ([kind, names]) => [kind, [...names]] as const,
  )) {
    if (name === undefined || more.length > 0) continue;
    const own = group.filter(({ names }) => names.get(kind)?.has(name));
    const others = group.filter(({ names }) => names.has(kind) && !names.get(kind)?.has(name));
    const [part] = own;
    if (!part || own.length > 1 || others.length === 0) continue;
    const ownShare = shareOf(onlyOf(part, group), claim);
    for (const other of others) {
      const only = onlyOf(other, group);
      const share = shareOf(only, claim);
      if (only.length === 0 || Number.isNaN(ownShare)) continue;
      // A code is a name beyond doubt: one word that only the other part has is enough.
      const isCode = kind.startsWith("code");
      const isPartly =
        share === 1 && ownShare < 1 && kind !== "number" && (only.length > 1 || isCode);
      const least = isCode ? LEAST_OF_CODE : MOST;
      if (isPartly || (share >= least && ownShare === 0 && (only.length > 1 || share === 1))) {
        return name;
      }
    }
  }
  return null;
}

/** The words that no other part of a group has. */
function onlyOf(part: Part, group: readonly Part[]): string[] {
  return [...part.words].filter(
    (word) => !group.some((other) => other !== part && hasMark(other, word)),
  );
}

function shareOf(words: readonly string[], within: Part): number {
  return words.filter((word) => hasMark(within, word)).length / words.length;
}

function hasMark({ words }: Part, mark: string): boolean {
  if (!mark.startsWith("#")) return hasWord(words, mark);
  const [figure = "", limit] = mark.split(" ");
  return limit === undefined
    ? words.has(figure) || words.has(`${figure} least`) || words.has(`${figure} most`)
    : words.has(figure) || words.has(mark);
}
