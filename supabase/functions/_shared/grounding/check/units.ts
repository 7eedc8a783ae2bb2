/**
 * What is measured, and how many of its smallest unit one is: half an hour is 30 minutes. Units of
 * different dimensions are never converted (bar to psi), because nobody would find such a value in
 * the document.
 */
export interface Unit {
  dimension: string;
  factor: number;
  /** Of a rate, what is divided: litres of "l/min". */
  over?: Unit;
}

type Row = [pattern: string, dimension: string, factor: number];

const PREFIXES: Readonly<Record<string, [word: string, factor: number]>> = {
  p: ["pi[ck]o", 1e-12],
  n: ["nano", 1e-9],
  u: ["mi[ck]ro", 1e-6],
  μ: ["mi[ck]ro", 1e-6],
  m: ["mill?i", 1e-3],
  c: ["[cz]enti", 1e-2],
  d: ["d[eé][cz]i", 0.1],
  h: ["he[ck]to", 100],
  k: ["kilo", 1e3],
  M: ["m[eé]ga", 1e6],
  G: ["giga", 1e9],
};

const DIRECT = "(?:DC|CC|d\\.?c\\.?|cc)";
const ALTERNATING = "(?:AC|CA|a\\.?c\\.?|ca)";

/** Units with prefixes: the symbol, the words in the four languages, and the prefixes. */
const METRIC: readonly [...Row, prefixes: string, words: string][] = [
  ["m", "length", 1000, "nuμmcdk", "m[eè]t(?:er|re|ro)[ns]?"],
  ["g", "mass", 1, "uμmk", "gram(?:m(?:e[ns]?)?|o)?s?"],
  ["[lL]", "volume", 1000, "uμmcdh", "lit(?:er[ns]?|res?|ros?)"],
  ["Pa", "pressure", 1, "mhkM", "pascals?"],
  ["bar", "pressure", 1e5, "m", "bars|bares"],
  ["V", "voltage", 1, "uμmk", "volts?|voltios?"],
  [`V ?${DIRECT}`, "voltage DC", 1, "mk", `volts? ${DIRECT}`],
  [`V ?${ALTERNATING}`, "voltage AC", 1, "mk", `volts? ${ALTERNATING}`],
  ["A", "current", 1, "nuμmk", "amp(?:[eè]res?|s)?|amperios?"],
  ["W", "power", 1, "mkMG", "watts?|vatios?"],
  ["VA", "apparent power", 1, "kM", "volt-?amp[eè]res?"],
  ["Wh", "energy", 1, "mkM", "watt[- ]?(?:hours?|stunden?)"],
  ["Ah", "charge", 1, "mk", "amp(?:ere)?[- ]?(?:hours?|stunden?)"],
  ["(?:Ω|Ohm|ohms?)", "resistance", 1, "mkMG", "ohm(?:s|ios?)?"],
  ["F", "capacitance", 1, "pnuμm", "farads?"],
  ["Hz", "frequency", 1, "mkMG", "hert[zs]"],
  ["N", "force", 1, "dmkM", "newtons?"],
  ["N[·. -]?m", "torque", 1, "mk", "newton[- ]?(?:met(?:er|re|ro)s?|m[eè]tres?)"],
  ["J", "heat", 1, "mkMG", "joules?|julios?"],
  ["s", "time", 1, "nuμm", "se[cgk](?:unden?|onde?s?|undos?|s)?"],
  ["S", "conductance", 1, "uμm", "siemens"],
  ["Sv", "dose", 1, "nuμm", "sieverts?"],
  ["Gy", "absorbed dose", 1, "uμm", "grays?"],
  ["lx", "light", 1, "k", "lux"],
  ["lm", "luminous flux", 1, "k", "lumens?"],
  ["T", "flux density", 1, "uμm", "teslas?"],
  ["H", "inductance", 1, "nuμm", "henr(?:y|ys|ies)"],
  ["bit", "data", 1, "kMG", "bits"],
  ["B", "data", 8, "kMG", "bytes?"],
];

/** Other symbols, written exactly so. */
const SYMBOLS: readonly Row[] = [
  ["°\\s?C", "celsius", 1],
  ["°\\s?F", "fahrenheit", 1],
  ["°\\s?dH|°\\s?fH?|°\\s?e", "hardness", 1],
  ["°", "degree", 1],
  ["K", "kelvin", 1],
  ["mm2", "area", 1e-6],
  ["cm2", "area", 1e-4],
  ["m2", "area", 1],
  ["(?:cm3|cc)", "volume", 1],
  ["dm3", "volume", 1000],
  ["m3|cbm", "volume", 1e6],
  ["t", "mass", 1e6],
  ["daN", "force", 10],
  ["N\\/mm2", "pressure", 1e6],
  ["dB(?: ?\\(?A\\)?)?", "sound", 1],
  ["%", "percent", 1],
  ["ppm", "ppm", 1],
  ["psi[ag]?", "psi", 1],
  ["in(?:\\. ?|[· -]?)W\\.?[CG]\\.?", "inches of water", 1],
  // "5 in the box" are no inches.
  ['in(?! \\p{Ll})|"|′′', "inch", 1],
  ["ft", "foot", 1],
  ["lbs?", "pound", 1],
  ["oz", "ounce", 1],
  ["lbf?[·. -]?ft|ft[·. -]?lbf?s?", "foot-pound", 1],
  ["lbf?[·. -]?in|in[·. -]?lbf?s?", "inch-pound", 1],
  ["N[·.]?cm", "torque", 0.01],
  ["kgf|kp", "kilopond", 1],
  ["kgf?[·. -]?m|kp[·. -]?m|mkg", "kilopond metre", 1],
  ["gal", "gallon", 1],
  ["gpm|GPM", "gallon/time", 1 / 60],
  ["qts?", "quart", 1],
  ["cfm|CFM", "cubic foot/time", 1],
  ["lpm", "volume/time", 1000 / 60],
  ["rpm|RPM|r\\/min|U\\/min|tr\\/min|min-1|1\\/min", "revolution", 1],
  ["mph", "mile/time", 1],
  ["(?:Btu|BTU)\\/h", "btu", 1],
  ["mmHg", "mmHg", 1],
  ["NTU", "turbidity", 1],
  ["€|EUR", "euro", 1],
  ["\\$|USD", "dollar", 1],
  ["£|GBP", "pound sterling", 1],
  ["CHF", "franc", 1],
  ["min", "time", 60],
  ["hrs?|Std\\.?|h", "time", 3600],
];

/** Other words in the four languages, in any case. German ones may be the end of a longer word. */
const WORDS: readonly Row[] = [
  ["min(?:ute|uto)?s?|minuten", "time", 60],
  ["hours?|heures?|horas?|\\p{L}{0,20}stunden?", "time", 3600],
  ["days?|d[ií]as?|jours?|\\p{L}{0,12}tage?n?", "time", 86_400],
  ["weeks?|wks?|semanas?|semaines?|\\p{L}{0,8}wochen?", "time", 604_800],
  ["months?|mths?|mes(?:es)?|mois|\\p{L}{0,8}monate?n?", "month", 1],
  ["years?|yrs?|años?|an(?:née)?s|\\p{L}{0,8}jahre?n?", "month", 12],
  ["degrees? (?:c|celsius)|grad (?:c|celsius)|degrés? celsius|grados? celsius", "celsius", 1],
  ["degrees?|grad|degrés?|grados?", "degree", 1],
  ["\\p{L}{0,2}drehung(?:en)?|umdrehung(?:en)?|turns?|vueltas?|tours?", "turn", 1],
  ["kilos?", "mass", 1000],
  ["kilohms?|kiloohm", "resistance", 1e3],
  ["meg-?ohms?", "resistance", 1e6],
  ["microns?", "length", 0.001],
  ["tonnes?|tonnen?|toneladas?|tons?", "mass", 1e6],
  ["percent|per cent|prozent|por ciento|pour cent", "percent", 1],
  ["kelvins?", "kelvin", 1],
  ["decibels?|dezibel|decibelios?|décibels?", "sound", 1],
  ["inch(?:es)?|zoll|pulgadas?|pouces?", "inch", 1],
  ["foot|feet", "foot", 1],
  ["pounds?", "pound", 1],
  ["gallons?", "gallon", 1],
  ["quarts", "quart", 1],
  ["euros?", "euro", 1],
  ["cents?", "cent", 1],
  ["dollars?", "dollar", 1],
  ["square met(?:er|re)s?|quadratmetern?|metros cuadrados|mètres carrés", "area", 1],
  ["cubic met(?:er|re)s?|kubikmetern?|metros cúbicos|mètres cubes", "volume", 1e6],
  [
    "(?:revolutions?|turns?) (?:per|an?) minute|umdrehungen (?:pro|je) minute|revoluciones por minuto|tours par minute",
    "revolution",
    1,
  ],
];

interface Known {
  source: string;
  pattern: RegExp;
  unit: Unit;
}

function known([pattern, dimension, factor]: Row, flags: string): Known[] {
  return pattern.split(/\|(?![^(]*\))/).map((source) => ({
    ...{ source, unit: { dimension, factor } },
    pattern: new RegExp(`^(?:${source})$`, flags),
  }));
}

/** Longer patterns first, so that "mbar" is not read as "m". */
const longestFirst = (all: Known[]) => all.sort((a, b) => b.source.length - a.source.length);
const symbols = longestFirst([
  ...SYMBOLS.flatMap((row) => known(row, "u")),
  ...METRIC.flatMap(([symbol, dimension, factor, prefixes]) =>
    ["", ...prefixes].flatMap((prefix) =>
      known([prefix + symbol, dimension, factor * (PREFIXES[prefix]?.[1] ?? 1)], "u"),
    ),
  ),
]);
const words = longestFirst([
  ...WORDS.flatMap((row) => known(row, "iu")),
  ...METRIC.flatMap(([, dimension, factor, prefixes, word]) =>
    ["", ...prefixes].flatMap((prefix) => {
      const [before, times] = PREFIXES[prefix] ?? ["", 1];
      return known([`${before}-?(?:${word})`, dimension, factor * times], "iu");
    }),
  ),
]);

const joinAlternatives = (all: Known[]) => all.map(({ source }) => source).join("|");
const WORD_PATTERN = joinAlternatives(words);
const SYMBOL_PATTERN = joinAlternatives(symbols);
const PER = "\\s?\\/\\s?| (?:per|pro|je|por|par|an?) ";

/** A pattern of every unit, for flags "iu"; `unitIn` tells which of the found texts is one. */
export const UNIT = `(?:${WORD_PATTERN}|${SYMBOL_PATTERN})(?:(?:${PER})(?:${WORD_PATTERN}|${SYMBOL_PATTERN}))?(?![\\p{L}\\p{N}])`;

/** Whether two measure the same: also "24 V" and "24 V DC", but not DC and AC. */
export function isSameDimension({ dimension: one }: Unit, { dimension: other }: Unit): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

const cache = new Map<string, Unit | null>();

/** The unit that a text is; null when it is none. */
export function unitIn(text: string): Unit | null {
  const before = cache.get(text);
  if (before !== undefined) return before;
  const isUnit = ({ pattern }: Known) => pattern.test(text);
  const unit = symbols.find(isUnit)?.unit ?? words.find(isUnit)?.unit ?? rateIn(text);
  if (cache.size < 1000) cache.set(text, unit);
  return unit;
}

function rateIn(text: string): Unit | null {
  const [first = "", second, ...more] = text.split(new RegExp(PER, "iu"));
  if (second === undefined || more.length > 0) return null;
  const [over, under] = [unitIn(first), unitIn(second)];
  if (over === null || under === null) return null;
  const dimension = `${over.dimension}/${under.dimension}`;
  return { dimension, factor: over.factor / under.factor, over };
}
