import { seededRandom } from "../bench/seeded-random.ts";

/**
 * Plants one error in a right sentence, of a kind that models make. The kinds are in two groups: the
 * first rules of the check were made with the first group in view alone, later ones with both.
 */

export interface Planted {
  kind: string;
  text: string;
  /** True: the citation points to another passage than the right one. */
  wrongPassage?: boolean;
}

type Mutation = (text: string, random: () => number, passage: string) => Planted | null;

/** Numbers that are not a part of a code (240-4471, TH5, R-32), of a model or of the citation. */
const FIGURE = /(?<![\w.,/[@-])\d+(?:[.,]\d+)?(?![\w/[\]]|[.,]\d|-\d)/g;
const CODE = /\b(?:[EF]-?\d\d|TH\d|240-\d{4}|CN\d+|P\d\d|EEV\d|SW\d|F1|WB-240|NK-5|LS-32|HW-3)\b/g;

const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

function replaceAt(text: string, match: RegExpMatchArray, by: string): string {
  const at = match.index ?? 0;
  return text.slice(0, at) + by + text.slice(at + match[0].length);
}

/** Replaces one match; null when nothing matches or nothing changed. */
function change(
  kind: string,
  text: string,
  pattern: RegExp,
  random: () => number,
  by: (found: string) => string | null,
): Planted | null {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return null;
  const match = pick(found, random);
  const next = by(match[0]);
  return next === null || next === match[0] ? null : { kind, text: replaceAt(text, match, next) };
}

const decimals = (value: string) => value.split(/[.,]/)[1]?.length ?? 0;

const figure: Mutation = (text, random) =>
  change("figure", text, FIGURE, random, (value) => {
    const number = Number(value.replace(",", "."));
    const next = pick([number * 2, number + 1, number * 1.5, number / 2, number * 10], random);
    return next.toFixed(Number.isInteger(next) ? decimals(value) : Math.max(1, decimals(value)));
  });

const OTHER_UNITS: Record<string, string[]> = {
  bar: ["psi", "mbar"],
  mbar: ["bar", "Pa"],
  Pa: ["kPa", "mbar"],
  kg: ["g", "lb"],
  g: ["kg"],
  m: ["cm", "ft"],
  mm: ["cm", "in"],
  cm: ["mm", "m"],
  minutes: ["seconds", "hours"],
  hours: ["minutes", "days"],
  seconds: ["minutes"],
  months: ["weeks", "years"],
  V: ["A", "mV"],
  A: ["V", "mA"],
  "°C": ["°F", "K"],
  K: ["°C", "°F"],
  Nm: ["V", "kNm"],
  kΩ: ["Ω", "MΩ"],
  Ω: ["kΩ"],
  ppm: ["%"],
  "%": ["ppm", "K"],
  "l/min": ["l/h"],
};
const unit: Mutation = (text, random) =>
  change(
    "unit",
    text,
    /(?<=\d ?)(?:l\/min|minutes|hours|seconds|months|mbar|bar|°C|kΩ|Ω|Nm|ppm|Pa|kg|mm|cm|%|V|A|K|m|g)(?![\w/])/g,
    random,
    (value) => pick(OTHER_UNITS[value] ?? [], random) ?? null,
  );

const code: Mutation = (text, random) =>
  change("code", text, CODE, random, (value) => {
    const last = Number(value.at(-1));
    return value.slice(0, -1) + String((last + 1 + Math.floor(random() * 8)) % 10);
  });

const citation: Mutation = (text) => ({ kind: "citation", text, wrongPassage: true });

const NEGATIONS: [RegExp, string][] = [
  [/\bmust never\b/, "may"],
  [/\bmust not\b/, "must"],
  [/\bnever\b/i, "always"],
  [/\bDon't\b/, "Always"],
  [/\b(isn't|is not)\b/, "is"],
  [/, not (with|boiling)/, ", or $1"],
  [/\bmay not\b/, "may"],
  [/\bis normal\b/, "is not normal"],
  [/\bis needed\b/, "is not needed"],
  [/\b(stops|stands|heats|covers|covers|grows)\b/, "does not $1"],
  [/\b(has to|have to|must)\b/, "$1 not"],
  [/\b(is|are|should|can|may|sits)\b/, "$1 not"],
  [/^(Replace|Fit|Keep|Pressurise|Thaw|Fill|Clean|Tighten|Set|Leave|Test)\b/, "Do not $1"],
];
const negation: Mutation = (text) => {
  for (const [pattern, by] of NEGATIONS) {
    if (pattern.test(text)) return { kind: "negation", text: text.replace(pattern, by) };
  }
  return null;
};

/** The second group. */
const digits: Mutation = (text, random) =>
  change("digits", text, FIGURE, random, (value) => {
    if (value.includes(".") && random() < 0.5) return value.replace(".", "");
    const swapped = value.replace(/(\d)(\d)/, "$2$1");
    return swapped === value ? `${value}5` : swapped;
  });

/** The value of a neighbour in the same passage: the hardest one, because the figure does occur there. */
const neighbour: Mutation = (text, random, passage) => {
  const own = new Set([...text.matchAll(FIGURE)].map((m) => m[0]));
  const pattern = /(\d+(?:\.\d+)?) (bar|V|A|kg|mm|cm|minutes|%|K|Nm|ppm|m|hours|l\/min)(?![\w/])/g;
  const here = [...text.matchAll(pattern)];
  const there = [...passage.matchAll(pattern)];
  for (const match of here) {
    const others = there.filter((m) => m[2] === match[2] && !own.has(m[1] as string));
    if (others.length > 0) {
      return {
        kind: "neighbour",
        text: replaceAt(text, match, `${pick(others, random)[1]} ${match[2]}`),
      };
    }
  }
  return null;
};

const OPPOSITES: [string, string][] = [
  ["below", "above"],
  ["Below", "Above"],
  ["Above", "Below"],
  ["above", "below"],
  ["opens", "closes"],
  ["closes", "opens"],
  ["closed", "open"],
  ["open", "closed"],
  ["under", "over"],
  ["over", "under"],
  ["more than", "less than"],
  ["at least", "at most"],
  ["at most", "at least"],
  ["or more", "or less"],
  ["exceeds", "falls below"],
  ["too low", "too high"],
  ["before", "after"],
  ["after", "before"],
  ["on", "off"],
  ["leaner", "richer"],
  ["clockwise", "anticlockwise"],
  ["indoor", "outdoor"],
  ["without", "with"],
];
const opposite: Mutation = (text) => {
  for (const [word, other] of OPPOSITES) {
    const pattern = new RegExp(`\\b${word}\\b`);
    if (pattern.test(text)) return { kind: "opposite", text: text.replace(pattern, other) };
  }
  return null;
};

const INVENTED_RULES = [
  "Always wear a full face shield.",
  "Disconnect the battery of the van first.",
  "Never work on this unit without a second technician.",
  "You can skip the lock-out for this job.",
  "Keep children out of the attic.",
];
const rule: Mutation = (text, random) => ({
  kind: "rule",
  text: `${pick(INVENTED_RULES, random)} ${text}`,
});

const INVENTED_ENDS = [
  " and replace the compressor",
  ", and lubricate the bearing with silicone grease",
  " after calling the manufacturer for a release code",
  ", otherwise the warranty is void",
  ", which takes about two hours",
];
const addition: Mutation = (text, random) => ({
  kind: "addition",
  text: text.replace(/ ?\[@1\]\.$/, `${pick(INVENTED_ENDS, random)} [@1].`),
});

const MODELS: [RegExp, string][] = [
  [/HP-240\/A/, "HP-180/A"],
  [/\bC24\b/, "C28"],
  [/\bR-32\b/, "R-454B"],
  [/\bNK-5\b/, "NK-8"],
  [/\bGold customers\b/, "Bronze customers"],
  [/\bE-(\d)(\d)\b/, "E-$2$1"],
  [/\bF-(\d)(\d)\b/, "F-$2$1"],
];
const model: Mutation = (text) => {
  for (const [pattern, by] of MODELS) {
    const next = text.replace(pattern, by);
    if (next !== text) return { kind: "model", text: next };
  }
  return null;
};

export const KINDS = {
  tuned: [figure, unit, code, citation, negation],
  heldOut: [digits, opposite, model, rule, neighbour, addition],
} as const;

/**
 * One error for each sentence, of the kind that was used least so far among those that find something to change.
 * @param rows the right sentences with the text of the passage that each cites
 */
export function plant<T extends { text: string; passage: string }>(
  rows: readonly T[],
  kinds: readonly Mutation[],
  seed: number,
): (T & { planted: Planted })[] {
  const random = seededRandom(seed);
  const used = new Map(kinds.map((kind) => [kind, 0]));
  return rows.map((row) => {
    const leastUsed = [...kinds].sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0));
    for (const kind of leastUsed) {
      const planted = kind(row.text, random, row.passage);
      if (planted && (planted.wrongPassage || planted.text !== row.text)) {
        used.set(kind, (used.get(kind) ?? 0) + 1);
        return { ...row, planted };
      }
    }
    throw new Error(`No error can be planted in: ${row.text}`);
  });
}
