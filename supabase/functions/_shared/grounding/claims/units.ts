/**
 * A unit's dimension and how many of the dimension's base unit it is. Values of one dimension are compared after
 * conversion, so that "half an hour" is "30 minutes"; different dimensions are never converted (bar to psi), because
 * the reader of the document would not find such a value there.
 */
export interface Unit {
  dimension: string;
  factor: number;
  /** What is divided, of a rate: litres of "l/min". */
  over?: Unit;
}

const PREFIXES: Readonly<Record<string, [word: string, factor: number]>> = {
  p: ["pico", 1e-12],
  n: ["nano", 1e-9],
  μ: ["micro", 1e-6],
  u: ["micro", 1e-6],
  m: ["milli", 1e-3],
  c: ["centi", 1e-2],
  d: ["deci", 0.1],
  h: ["hecto", 100],
  k: ["kilo", 1e3],
  M: ["mega", 1e6],
  G: ["giga", 1e9],
};

/** Units with prefixes: the symbol, the word, and which prefixes they have. */
const METRIC: readonly [
  symbol: string,
  word: string,
  dimension: string,
  factor: number,
  prefixes: string,
][] = [
  ["m", "met(?:er|re)s?", "length", 1000, "nμumcdk"],
  ["g", "gram(?:me)?s?", "mass", 1, "μumk"],
  ["[lL]", "lit(?:er|re)s?", "volume", 1000, "μumcdh"],
  ["Pa", "pascals?", "pressure", 1, "mhkM"],
  ["bar", "bars?", "pressure", 1e5, "m"],
  ["V", "volts?", "voltage", 1, "μumk"],
  ["A", "amp(?:ere)?s?", "current", 1, "nμumk"],
  ["W", "watts?", "power", 1, "mkMG"],
  ["VA", "volt-?amp(?:ere)?s?", "apparent power", 1, "kM"],
  ["Wh", "watt[- ]?hours?", "energy", 1, "mkM"],
  ["Ah", "amp(?:ere)?[- ]?hours?", "charge", 1, "mk"],
  ["Ω", "ohms?", "resistance", 1, "mkMG"],
  ["F", "farads?", "capacitance", 1e6, "pnμum"],
  ["Hz", "hertz", "frequency", 1, "mkMG"],
  ["N", "newtons?", "force", 1, "mkM"],
  ["N[·. -]?m", "newton[- ]?met(?:er|re)s?", "torque", 1, "mk"],
  ["J", "joules?", "heat", 1, "mkMG"],
  ["s", "sec(?:ond)?s?", "time", 1, "nμum"],
  ["S", "siemens", "conductance", 1, "μum"],
  ["Gy", "grays?", "absorbed dose", 1, "μum"],
  ["Sv", "sieverts?", "dose", 1, "nμum"],
  ["lm", "lumens?", "luminous flux", 1, "k"],
  ["lx", "lux", "light", 1, "k"],
  ["T", "teslas?", "flux density", 1, "μum"],
  ["H", "henr(?:y|ies|ys)", "inductance", 1, "nμum"],
];

const CUBIC_METRE = 1e6;

/** Other symbols, spelt exactly so. */
const SYMBOLS: readonly [spelling: string, dimension: string, factor: number][] = [
  ["in w\\.c\\.?", "inches of water", 1],
  ["in w\\.?g\\.?", "inches of water", 1],
  ["inwc", "inches of water", 1],
  ["in", "inch", 1],
  ['"', "inch", 1],
  ["″", "inch", 1],
  ["ft", "foot", 1],
  ["lbs?", "pound", 1],
  ["oz", "ounce", 1],
  ["t", "mass", 1e6],
  ["psi", "psi", 1],
  ["lbf?[·. -]?ft", "foot-pound", 1],
  ["ft[·. -]?lbf?s?", "foot-pound", 1],
  ["in[·. -]?lbf?s?", "inch-pound", 1],
  ["lbf?[·. -]?in", "inch-pound", 1],
  ["gpm|GPM", "gallons a minute", 1],
  ["gal", "gallon", 1],
  ["qts?", "quart", 1],
  ["pts?", "pint", 1],
  ["€|EUR|euros?|Euros?", "euro", 1],
  ["\\$|USD|dollars?", "dollar", 1],
  ["£|GBP", "pound sterling", 1],
  ["CHF", "franc", 1],
  ["ct|cents?|Cents?", "cent", 1],
  ["mph", "miles an hour", 1],
  ["rpm|r\\/min", "revolutions", 1],
  ["N[·.]?cm", "torque", 0.01],
  ["kgf[·. -]?m|kp[·. -]?m|kgm", "kilopond metre", 1],
  ["kgf\\/cm2|kp\\/cm2", "technical atmosphere", 1],
  ["kgf|kp", "kilopond", 1],
  ["°\\s?C", "celsius", 1],
  ["℃", "celsius", 1],
  ["C", "celsius", 1],
  ["°\\s?F", "fahrenheit", 1],
  ["℉", "fahrenheit", 1],
  ["°\\s?dH", "hardness", 1],
  ["°", "degree", 1],
  ["K", "kelvin", 1],
  ["lpm", "volume/time", 1000 / 60],
  ["cfm|CFM", "cfm", 1],
  ["ft3\\/h", "gas rate", 1],
  ["N\\/mm2", "pressure", 1e6],
  ["mmHg", "mmHg", 1],
  ["mm2", "area", 1e-6],
  ["cm2", "area", 1e-4],
  ["m2", "area", 1],
  ["ft2", "square foot", 1],
  ["cm3", "volume", 1],
  ["dm3", "volume", 1000],
  ["m3", "volume", CUBIC_METRE],
  ["cc", "volume", 1],
  ["daN", "force", 10],
  ["dB(?:\\(A\\))?", "sound", 1],
  ["dBm", "power level", 1],
  ["%", "percent", 1],
  ["ppm", "ppm", 1],
  ["AWG", "awg", 1],
  ["Btu\\/h|BTU\\/h", "btu", 1],
  ["gpg", "gpg", 1],
  ["bits?", "data", 1],
  ["kbit", "data", 1e3],
  ["Mbit", "data", 1e6],
  ["Gbit", "data", 1e9],
  ["kB|KB", "data", 8e3],
  ["MB", "data", 8e6],
  ["GB", "data", 8e9],
  ["TB", "data", 8e12],
  ["min", "time", 60],
  ["sec", "time", 1],
  ["hrs?", "time", 3600],
  ["h", "time", 3600],
];

/** Other words, in any case. */
const WORDS: readonly [spelling: string, dimension: string, factor: number][] = [
  ["inch(?:es)? of water", "inches of water", 1],
  ["inch(?:es)?", "inch", 1],
  ["foot|feet", "foot", 1],
  ["cubic (?:foot|feet) (?:an|per) hour", "gas rate", 1],
  ["cubic (?:foot|feet) (?:a|per) min(?:ute)?", "cfm", 1],
  ["square met(?:er|re)s?", "area", 1],
  ["cubic met(?:er|re)s?", "volume", CUBIC_METRE],
  ["kilos?", "mass", 1000],
  ["pounds?", "pound", 1],
  ["tonnes?", "mass", 1e6],
  ["microns?", "length", 0.001],
  ["kilohms?", "resistance", 1e3],
  ["meg-?ohms?", "resistance", 1e6],
  ["degrees? (?:c|celsius)", "celsius", 1],
  ["degrees? (?:f|fahrenheit)", "fahrenheit", 1],
  ["degrees?", "degree", 1],
  ["revolutions? (?:per|an?) minute", "revolutions", 1],
  ["kelvins?", "kelvin", 1],
  ["decibels?", "sound", 1],
  ["millimet(?:er|re)s of mercury", "mmHg", 1],
  ["bytes?", "data", 8],
  ["kilobytes?", "data", 8e3],
  ["megabytes?", "data", 8e6],
  ["gigabytes?", "data", 8e9],
  ["terabytes?", "data", 8e12],
  ["kilobits?", "data", 1e3],
  ["megabits?", "data", 1e6],
  ["gigabits?", "data", 1e9],
  ["percent|per cent", "percent", 1],
  ["minutes?|mins?", "time", 60],
  ["hours?", "time", 3600],
  ["days?", "days", 1],
  ["weeks?|wks?", "days", 7],
  ["months?|mths?", "months", 1],
  ["years?|yrs?", "months", 12],
  ["tons?", "ton", 1],
  ["gallons?", "gallon", 1],
  ["quarts?", "quart", 1],
  ["pints?", "pint", 1],
  ["miles?", "mile", 1],
  ["yards?", "yard", 1],
  ["foot[- ]pounds?", "foot-pound", 1],
  ["inch[- ]pounds?", "inch-pound", 1],
];

interface Spelling extends Unit {
  spelling: string;
}

const symbols = [
  ...SYMBOLS.flatMap(([spelling, dimension, factor]) =>
    spelling.split("|").map((each): Spelling => ({ spelling: each, dimension, factor })),
  ),
  ...METRIC.flatMap(([symbol, , dimension, factor, prefixes]): Spelling[] => [
    { spelling: symbol, dimension, factor },
    ...[...prefixes].map((prefix) => ({
      spelling: prefix + symbol,
      dimension,
      factor: factor * (PREFIXES[prefix]?.[1] ?? 1),
    })),
  ]),
  // Longer ones first, so that "mbar" is not read as "m".
].sort((a, b) => b.spelling.length - a.spelling.length);
const words = [
  ...METRIC.map(([, word, dimension, factor]): Spelling => ({ spelling: word, dimension, factor })),
  ...METRIC.flatMap(([, word, dimension, factor, prefixes]): Spelling[] =>
    [...new Set([...prefixes].flatMap((prefix) => (prefix === "u" ? [] : [prefix])))].map(
      (prefix) => ({
        spelling: `${PREFIXES[prefix]?.[0]}-?(?:${word})`,
        dimension,
        factor: factor * (PREFIXES[prefix]?.[1] ?? 1),
      }),
    ),
  ),
  ...WORDS.map(([spelling, dimension, factor]): Spelling => ({ spelling, dimension, factor })),
  // "newton metres" before "newton", "kilo-ohms" before "kilos"
].sort((a, b) => b.spelling.length - a.spelling.length);

const patternOf = (some: readonly Spelling[]) => some.map(({ spelling }) => spelling).join("|");
const ANY_SYMBOL = patternOf(symbols);
/** "litres per minute", "m³ an hour": rates that have a symbol too. */
const RATED = `(?:cubic met(?:er|re)s?|(?:kilo|milli|centi)?(?:met(?:er|re)s?|lit(?:er|re)s?)|[mk]?m|m3|m?[lL]) (?:per|an?) (?:sec(?:ond)?|s|min(?:ute)?|hour|h)|(?:kilogram(?:me)?s?|kilos?|kg) (?:a|per) (?:cubic met(?:er|re)|m3)`;

/** Patterns of every unit, for use within a larger one; the longer ones go first. */
export const UNIT_WORD = `${RATED}|${patternOf(words)}`;
export const UNIT_SYMBOL = `(?:${ANY_SYMBOL})\\/(?:${ANY_SYMBOL})|${ANY_SYMBOL}`;
/** A unit in a text, to the end of its word. */
export const UNIT = `(?:${UNIT_WORD}|${UNIT_SYMBOL})(?![\\p{L}\\p{N}])`;

const exact = (spelling: string, flags: string) => new RegExp(`^(?:${spelling})$`, flags);
const known = [
  ...symbols.map((unit) => ({ unit, pattern: exact(unit.spelling, "u") })),
  ...words.map((unit) => ({ unit, pattern: exact(unit.spelling, "iu") })),
];
const found = new Map<string, Unit | null>();
/** "kilogrammes per cubic metre" is shorter. Cells of tables are asked for too, and need not be compared with each unit. */
const LONGEST_UNIT = 40;
const IS_NUMBER = /^[\d\s.,/()+–-]*$/;

/** The unit that is spelt so; null when there is none. */
export function unitOf(spelling: string): Unit | null {
  if (spelling.length > LONGEST_UNIT || IS_NUMBER.test(spelling)) return null;
  const key = spelling.replace(/\s+/g, " ");
  const before = found.get(key);
  if (before !== undefined) return before;
  const unit = known.find(({ pattern }) => pattern.test(key))?.unit ?? rateOf(key);
  if (found.size < 1000) found.set(key, unit);
  return unit;
}

function rateOf(spelling: string): Unit | null {
  const [over, under, ...more] = spelling.split(/\/| (?:per|an?) /).map((part) => part.trim());
  if (!over || !under || more.length > 0) return null;
  const [one, other] = [unitOf(over), unitOf(under)];
  return one && other && rate(one, other);
}

/** "Grams" divided by "metre". */
export function rate(over: Unit, under: Unit): Unit {
  return {
    dimension: `${over.dimension}/${under.dimension}`,
    factor: over.factor / under.factor,
    over,
  };
}
