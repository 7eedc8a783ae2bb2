/**
 * Numbers in English, German, Spanish and French words: their parts with what each adds, or from 100
 * on multiplies. Left out are the words for one alone, which are articles more often than numbers, and
 * the Spanish eleven, which is "once".
 */
const PARTS = `0 zero null cero zéro
1 one(?=\\sand\\s) ein(?=und) (?<=ty[-\\s])one (?<=ta\\sy\\s)un[ao]? (?<=veinti)[uú]n[ao]? (?<=[et]\\set\\s)une?
2 two twice zwei dos deux
3 three drei tres trois
4 four vier cuatro quatre
5 five fünf cinco cinq
6 six sechs seis
7 seven sieben siete sept
8 eight acht ocho huit
9 nine neun nueve neuf
10 ten zehn diez dix
11 eleven elf onze
12 twelve zwölf doce douze
13 thirteen dreizehn trece treize
14 fourteen vierzehn catorce quatorze
15 fifteen fünfzehn quince quinze
16 sixteen sechzehn dieciséis seize
17 seventeen siebzehn diecisiete
18 eighteen achtzehn dieciocho
19 nineteen neunzehn diecinueve
20 twenty zwanzig veinte veinti vingts?
30 thirty dreißig dreissig treinta trente
40 forty vierzig cuarenta quarante
50 fifty fünfzig cincuenta cinquante
60 sixty sechzig sesenta soixante
70 seventy siebzig setenta
80 eighty achtzig ochenta quatre-vingts?
90 ninety neunzig noventa
100 hundred hundert cien cientos? cents?
1000 thousand tausend mil mille
0.25 quarter viertel cuarto quart
0.5 half halbe?[nrs]? einhalb medi[ao] demie?
0.75 three[-\\s]quarters? dreiviertel tres\\scuartos trois\\squarts
1.5 anderthalb eineinhalb`;

const parts = PARTS.split("\n")
  .flatMap((line) => {
    const [value, ...words] = line.split(" ");
    return words.map((pattern) => ({ pattern, value: Number(value) }));
  })
  .sort((a, b) => b.pattern.length - a.pattern.length);

const alternatives = (some: typeof parts) => some.map(({ pattern }) => pattern).join("|");
const ANY = alternatives(parts);
/** After and before these a space joins two parts; "two five-litre cans" are two numbers. */
const LARGE = alternatives(parts.filter(({ value }) => value >= 20));
const JOIN = `-| and (?:an? )?| y | et |und| (?=${LARGE})|(?<=${LARGE}) |`;

/** A pattern of every number in words, for the flags "iu". */
export const SPELLED_NUMBER = `(?:${ANY})(?:(?:${JOIN})(?:${ANY})){0,6}`;

/** One group for each part. */
const PART = new RegExp(parts.map(({ pattern }) => `(${pattern})`).join("|"), "giu");

/** The value of what `SPELLED_NUMBER` has found. */
export function spelledValue(text: string): number {
  let [all, current] = [0, 0];
  for (const [, ...groups] of text.matchAll(PART)) {
    const value = parts[groups.findIndex((group) => group !== undefined)]?.value ?? 0;
    if (value === 1000) [all, current] = [all + Math.max(1, current) * value, 0];
    else if (value === 100) current = Math.max(1, current) * value;
    else current += value;
  }
  return all + current;
}

/** Words for one: articles in most texts, so that an answer claims nothing with them. */
export const ONE = "an?|one|ein(?:e[nrms]?)?|una?|uno|une";

/** Words for how often something is done, each with that interval. */
export const INTERVALS = `1 day: daily täglich diario diaria quotidien
1 week: weekly wöchentlich semanal hebdomadaire
1 month: monthly monatlich mensual mensuel
3 months: quarterly vierteljährlich trimestral trimestriel trimestre
6 months: half-yearly halbjährlich semestral semestriel semestre
1 year: yearly annually annual jährlich anual anualmente annuel`
  .split("\n")
  .map((line) => {
    const [interval = "", words = ""] = line.split(": ");
    return { interval, pattern: new RegExp(`(?<!\\p{L})(?:${words.replaceAll(" ", "|")})`, "giu") };
  });
