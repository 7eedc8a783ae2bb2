/**
 * A unit's dimension and how many of the dimension's base unit it is. Values of one dimension are compared after
 * conversion, so that "half an hour" is "30 minutes"; different dimensions are never converted (bar to psi), because
 * the reader of the document would not find such a value there.
 */
export interface Unit {
  dimension: string;
  factor: number;
}

/** `symbol`: spelt exactly so; the others in any case, with a plural "s" where there is one. */
const SYMBOLS: readonly [spellings: string, dimension: string, factor: number][] = [
  ["in w\\.c\\.?|in w\\.?g\\.?|inwc", "inches of water", 1],
  ['in|"|″', "inch", 1],
  ["ft", "foot", 1],
  ["mm", "length", 1],
  ["cm", "length", 10],
  ["km", "length", 1e6],
  ["m", "length", 1000],
  ["mg", "mass", 0.001],
  ["kg", "mass", 1000],
  ["g", "mass", 1],
  ["lbs?", "pound", 1],
  ["oz", "ounce", 1],
  ["t", "tonne", 1],
  ["hPa", "pressure", 100],
  ["kPa", "pressure", 1000],
  ["MPa", "pressure", 1e6],
  ["Pa", "pressure", 1],
  ["mbar", "pressure", 100],
  ["bar", "pressure", 1e5],
  ["psi", "psi", 1],
  ["mV", "voltage", 0.001],
  ["kV", "voltage", 1000],
  ["V", "voltage", 1],
  ["[uμ]A", "current", 1e-6],
  ["mA", "current", 0.001],
  ["A", "current", 1],
  ["mW", "power", 0.001],
  ["kW", "power", 1000],
  ["W", "power", 1],
  ["kVA", "apparent power", 1000],
  ["VA", "apparent power", 1],
  ["MΩ", "resistance", 1e6],
  ["kΩ", "resistance", 1000],
  ["Ω", "resistance", 1],
  ["[uμ]F", "capacitance", 1],
  ["mF", "capacitance", 1000],
  ["nF", "capacitance", 0.001],
  ["lbf?[·. -]?ft|ft[·. -]?lbf?s?", "foot-pound", 1],
  ["in[·. -]?lbf?s?|lbf?[·. -]?in", "inch-pound", 1],
  ["gpm|GPM", "gallons a minute", 1],
  ["gal", "gallon", 1],
  ["mph", "miles an hour", 1],
  ["rpm|r/min", "revolutions", 1],
  ["MJ", "heat", 1e6],
  ["kJ", "heat", 1000],
  ["J", "heat", 1],
  ["kN", "force", 1000],
  ["N", "force", 1],
  ["μm", "length", 0.001],
  ["nm", "length", 1e-6],
  ["μV", "voltage", 1e-6],
  ["mΩ", "resistance", 0.001],
  ["pF", "capacitance", 1e-6],
  ["MW", "power", 1e6],
  ["Wh", "energy", 0.001],
  ["lx", "light", 1],
  ["lm", "luminous flux", 1],
  ["MHz", "frequency", 1e6],
  ["kHz", "frequency", 1000],
  ["Hz", "frequency", 1],
  ["kNm", "torque", 1000],
  ["N[·.]?m", "torque", 1],
  ["N[·.]?cm", "torque", 0.01],
  ["°\\s?C|℃|C", "celsius", 1],
  ["°\\s?F|℉|F", "fahrenheit", 1],
  ["°", "degree", 1],
  ["K", "kelvin", 1],
  ["ml|mL", "volume", 1],
  ["l|L", "volume", 1000],
  ["l\\/min|L\\/min|lpm", "flow", 1],
  ["l\\/h|L\\/h", "hourly flow", 1],
  ["m3\\/h", "air flow", 1],
  ["ft3\\/h", "gas rate", 1],
  ["cfm|CFM", "cfm", 1],
  ["m\\/s", "speed", 1],
  ["km\\/h", "road speed", 1],
  ["kg\\/m3", "density", 1],
  ["m2", "area", 1],
  ["cm2", "small area", 1],
  ["ft2", "square foot", 1],
  ["m3", "space", 1],
  ["dB(?:\\(A\\))?", "sound", 1],
  ["%", "percent", 1],
  ["ppm", "ppm", 1],
  ["AWG", "awg", 1],
  ["Btu\\/h|BTU\\/h", "btu", 1],
  ["gpg", "gpg", 1],
  ["kWh", "energy", 1],
  ["min", "time", 60],
  ["s|sec", "time", 1],
  ["h|hrs?", "time", 3600],
];

const WORDS: readonly [spellings: string, dimension: string, factor: number][] = [
  ["megohms?|mega-?ohms?", "resistance", 1e6],
  ["kilo-?ohms?", "resistance", 1000],
  ["inch(?:es)? of water", "inches of water", 1],
  ["inch(?:es)?", "inch", 1],
  ["foot|feet", "foot", 1],
  ["millimet(?:er|re)s?", "length", 1],
  ["centimet(?:er|re)s?", "length", 10],
  ["(?:kilomet(?:er|re)s?|km) (?:an|per) (?:hour|h)", "road speed", 1],
  ["kilomet(?:er|re)s?", "length", 1e6],
  ["(?:cubic met(?:er|re)s?|m3) (?:an|per) (?:hour|h)", "air flow", 1],
  ["(?:cubic (?:foot|feet)|ft3) (?:an|per) (?:hour|h)", "gas rate", 1],
  ["(?:cubic (?:foot|feet)|ft3) (?:a|per) min(?:ute)?", "cfm", 1],
  ["square met(?:er|re)s?", "area", 1],
  ["cubic met(?:er|re)s?", "space", 1],
  ["(?:met(?:er|re)s?|m) (?:a|per) (?:second|sec|s)", "speed", 1],
  ["met(?:er|re)s?", "length", 1000],
  ["(?:kilograms?|kilogrammes?|kilos?|kg) (?:a|per) (?:cubic met(?:er|re)|m3)", "density", 1],
  ["kilograms?|kilogrammes?|kilos?", "mass", 1000],
  ["grams?|grammes?", "mass", 1],
  ["pounds?", "pound", 1],
  ["tonnes?", "tonne", 1],
  ["pascals?", "pressure", 1],
  ["millibars?", "pressure", 100],
  ["bars?", "pressure", 1e5],
  ["microns?", "micron", 1],
  ["volts?", "voltage", 1],
  ["milliamps?|milliamperes?", "current", 0.001],
  ["amps?|amperes?", "current", 1],
  ["kilowatts?", "power", 1000],
  ["watts?", "power", 1],
  ["ohms?", "resistance", 1],
  ["microfarads?", "capacitance", 1],
  ["hertz", "frequency", 1],
  ["newton[- ]?met(?:er|re)s?", "torque", 1],
  ["degrees? (?:c|celsius)", "celsius", 1],
  ["degrees? (?:f|fahrenheit)", "fahrenheit", 1],
  ["degrees?", "degree", 1],
  ["kelvins?", "kelvin", 1],
  ["millilit(?:er|re)s?", "volume", 1],
  ["(?:lit(?:er|re)s?|l|L) (?:a|per) min(?:ute)?", "flow", 1],
  ["(?:lit(?:er|re)s?|l|L) (?:an|per) (?:hour|h)", "hourly flow", 1],
  ["lit(?:er|re)s?", "volume", 1000],
  ["decibels?", "sound", 1],
  ["percent|per cent", "percent", 1],
  ["seconds?|secs?", "time", 1],
  ["minutes?|mins?", "time", 60],
  ["hours?", "time", 3600],
  ["days?", "days", 1],
  ["weeks?", "days", 7],
  ["months?", "months", 1],
  ["years?", "months", 12],
  ["tons?", "ton", 1],
  ["gallons?", "gallon", 1],
  ["miles?", "mile", 1],
  ["yards?", "yard", 1],
  ["foot[- ]pounds?", "foot-pound", 1],
  ["inch[- ]pounds?", "inch-pound", 1],
  ["joules?", "heat", 1],
  ["newtons?", "force", 1],
];

// Longer ones first, so that "l/min" is not read as "l". The words are in the right order as they are.
const symbols = SYMBOLS.flatMap(([spellings, dimension, factor]) =>
  spellings.split("|").map((spelling) => ({ spelling, dimension, factor })),
).sort((a, b) => b.spelling.length - a.spelling.length);
const words = WORDS.map(([spelling, dimension, factor]) => ({ spelling, dimension, factor }));

/** Patterns of every unit, for use within a larger one; words go first, because they are longer. */
export const UNIT_WORD = words.map(({ spelling }) => spelling).join("|");
export const UNIT_SYMBOL = symbols.map(({ spelling }) => spelling).join("|");

const exact = (spelling: string, flags: string) => new RegExp(`^(?:${spelling})$`, flags);
const known = [
  ...symbols.map((unit) => ({ ...unit, pattern: exact(unit.spelling, "u") })),
  ...words.map((unit) => ({ ...unit, pattern: exact(unit.spelling, "iu") })),
];
const found = new Map<string, Unit | null>();

/** The unit that is spelt so; null when there is none. */
export function unitOf(spelling: string): Unit | null {
  const key = spelling.replace(/\s+/g, " ");
  const before = found.get(key);
  if (before !== undefined) return before;
  const unit = known.find(({ pattern }) => pattern.test(key)) ?? null;
  if (found.size < 1000) found.set(key, unit);
  return unit;
}
