// Sounds of English, coarse: what a model confuses is close, and how a word is spelt matters little.
// Each sound is one character: t T (th) S (sh) C (ch) J (j) N (ng), vowels i e a o u I (eye) @ (unstressed).

/** Vowels count less than consonants: models and rules of spelling confuse them most. */
const VOWELS = "ieaouI@";
const CONSONANTS = "pbtdkgfvTszSCJmnNlrwyh";
const PHONES = VOWELS + CONSONANTS;

/** Consonants that sound alike, and what it costs to take one for the other; all others cost 1. */
const ALIKE: Readonly<Record<string, number>> = {
  ...{ pb: 0.3, td: 0.3, kg: 0.3, pt: 0.6, pk: 0.6, tk: 0.6, bd: 0.6, bg: 0.6, dg: 0.6, fv: 0.3 },
  ...{ sz: 0.15, Tf: 0.4, Tv: 0.5, Ts: 0.4, Tz: 0.5, sS: 0.4, zS: 0.5, fs: 0.6, vz: 0.6, CJ: 0.3 },
  ...{ CS: 0.4, Ct: 0.5, Cs: 0.6, Cz: 0.6, Ck: 0.7, JS: 0.5, Jd: 0.5, Jz: 0.5, Jy: 0.6, Jg: 0.6 },
  ...{ mn: 0.4, nN: 0.3, mN: 0.5, lr: 0.5, rw: 0.5, lw: 0.5, bv: 0.4, pf: 0.6, tT: 0.5, dT: 0.5 },
  ...{ dz: 0.7, ts: 0.7, hk: 0.7, hf: 0.7, dn: 0.6, mb: 0.6, nl: 0.6, vm: 0.7, vw: 0.5, dv: 0.6 },
  ...{ bw: 0.6, dl: 0.7 },
};

/** The cost of a sound that is left out or added; all other consonants cost 1. */
const WEAK: Readonly<Record<string, number>> = {
  ...{ h: 0.4, y: 0.4, w: 0.6, r: 0.6, t: 0.8, d: 0.7, N: 0.8, n: 0.8, l: 0.8 },
};
const VOWEL_WEIGHT = 0.4;
const OTHER_VOWEL = 0.2;
const UNSTRESSED = 0.1;

/** Texts of more sounds are cut off: people do not say so much at once. */
const MOST_PHONES = 128;
const COUNT = PHONES.length;
const numberByPhone = new Map([...PHONES].map((phone, number) => [phone, number]));

/** The sounds of a text as numbers, for `soundDistance`. */
export function phoneNumbers(phones: string): Uint8Array {
  return Uint8Array.from(phones.slice(0, MOST_PHONES), (phone) => numberByPhone.get(phone) ?? 0);
}

const weights = Float32Array.from(PHONES, phoneWeight);
const costs = Float32Array.from({ length: COUNT * COUNT }, (_, place) =>
  replacementCost(PHONES.charAt(Math.floor(place / COUNT)), PHONES.charAt(place % COUNT)),
);

function phoneWeight(phone: string): number {
  return VOWELS.includes(phone) ? VOWEL_WEIGHT : (WEAK[phone] ?? 1);
}

function replacementCost(a: string, b: string): number {
  if (a === b) return 0;
  const vowels = Number(VOWELS.includes(a)) + Number(VOWELS.includes(b));
  if (vowels === 2) return a === "@" || b === "@" ? UNSTRESSED : OTHER_VOWEL;
  // As good as leaving one out and adding the other.
  if (vowels === 1) return Math.min(1, phoneWeight(a) + phoneWeight(b));
  return ALIKE[a + b] ?? ALIKE[b + a] ?? 1;
}

/** The sum of the weights of a text's sounds. */
export function weightOfPhones(phones: Uint8Array): number {
  let sum = 0;
  for (const phone of phones) sum += weights[phone] ?? 0;
  return sum;
}

/** Rows of distances: of the sounds so far to each beginning of the other text. */
export function emptyRows(): Float32Array[] {
  return Array.from({ length: MOST_PHONES + 1 }, () => new Float32Array(MOST_PHONES + 1));
}

/** Fills the row of no sounds at all. */
export function fillFirstRow(row: Float32Array, to: Uint8Array): void {
  row[0] = 0;
  for (let column = 0; column < to.length; column += 1) {
    row[column + 1] = (row[column] ?? 0) + (weights[to[column] ?? 0] ?? 0);
  }
}

/**
 * Fills the row after one more sound, from the row before.
 * @returns the least distance in it: whatever follows, it does not get less
 */
export function fillNextRow(
  row: Float32Array,
  above: Float32Array,
  phone: number,
  to: Uint8Array,
): number {
  const weight = weights[phone] ?? 0;
  const base = phone * COUNT;
  let left = (above[0] ?? 0) + weight;
  let least = left;
  row[0] = left;
  for (let column = 0; column < to.length; column += 1) {
    const other = to[column] ?? 0;
    const taken = (above[column] ?? 0) + (costs[base + other] ?? 1);
    const leftOut = (above[column + 1] ?? 0) + weight;
    const added = left + (weights[other] ?? 0);
    left = Math.min(taken, leftOut, added);
    row[column + 1] = left;
    if (left < least) least = left;
  }
  return least;
}

/** How far two texts are apart by their sounds: the cheapest way from one to the other. */
export function soundDistance(from: Uint8Array, to: Uint8Array): number {
  let [above = new Float32Array(0), row = new Float32Array(0)] = twoRows;
  fillFirstRow(above, to);
  for (const phone of from) {
    fillNextRow(row, above, phone, to);
    [above, row] = [row, above];
  }
  return above[to.length] ?? 0;
}

const twoRows = emptyRows().slice(0, 2);
