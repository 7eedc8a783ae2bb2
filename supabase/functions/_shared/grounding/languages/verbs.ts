import { stemOf } from "../../contracts/languages/stem.ts";

/** German prefixes that stand apart from their verb, or before "ge" and "zu" in it. */
const PREFIX =
  "ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|nieder|über|um|unter|vor|weg|weiter|wieder|zurück|zusammen|zu";
const WITH_ZU = new RegExp(`^(${PREFIX})zu(\\p{Ll}{3,}n)$`, "u");
const PARTICIPLE = new RegExp(`^(${PREFIX})?ge(\\p{Ll}{3,})(?:t|en)$`, "u");
/** Forms of verbs that change their vowel, without prefixes. */
const IRREGULAR = new Map(
  `messen: misst gemessen
  nehmen: nimmt genommen
  geben: gibt gegeben
  halten: hält gehalten
  lassen: lässt gelassen
  fahren: fährt gefahren
  tragen: trägt getragen
  laufen: läuft gelaufen
  lesen: liest gelesen
  brechen: bricht gebrochen
  treffen: trifft getroffen
  fallen: fällt gefallen
  laden: lädt geladen
  ziehen: gezogen
  gehen: gegangen
  schneiden: geschnitten
  steigen: gestiegen
  sinken: gesunken
  gießen: gegossen
  heben: gehoben
  schieben: geschoben
  biegen: gebogen
  treiben: getrieben
  reißen: gerissen
  schreiben: geschrieben
  binden: gebunden
  bringen: gebracht
  schmelzen: geschmolzen
  sehen: sieht gesehen
  finden: gefunden
  brennen: gebrannt
  schließen: geschlossen
  werfen: wirft geworfen
  stoßen: stößt gestoßen
  blasen: bläst geblasen
  wachsen: wächst gewachsen
  waschen: wäscht gewaschen`
    .split("\n")
    .flatMap((line) => {
      const [verb = "", forms = ""] = line.trim().split(": ");
      return forms.split(" ").map((form): [string, string] => [form, verb]);
    }),
);
const WITH_PREFIX = new RegExp(`^(${PREFIX}|be|ent|er|ver|zer)?(\\p{Ll}+)$`, "u");

/** The infinitive of a German verb in small letters; another word as it is, or with a changed end. */
export function infinitiveOf(word: string): string {
  const [, prefix = "", form = ""] = WITH_PREFIX.exec(word) ?? [];
  for (const [before, rest] of [
    ["", word],
    [prefix, form],
  ] as const) {
    const verb = IRREGULAR.get(rest) ?? IRREGULAR.get(`ge${rest}`);
    if (verb !== undefined) return before + verb;
  }
  return word
    .replace(WITH_ZU, "$1$2")
    .replace(PARTICIPLE, (_, before = "", root: string) => `${before}${root}en`);
}

/** The stem of a German word in small letters; of a verb, in any form, that of its infinitive. */
export function germanStem(word: string): string {
  return stemOf(infinitiveOf(word), "german");
}

/** The stem of a Spanish word; verbs that change their vowel have one: "mide" and "medir", "devuelve" and "devolver". */
export function spanishStem(word: string): string {
  const stem = stemOf(word, "spanish").replace(/ie/g, "e").replace(/ue/g, "o");
  return CHANGED.get(stem) ?? stem;
}

const CHANGED = new Map([
  ["mid", "med"],
  ["pid", "ped"],
  ["sirv", "serv"],
  ["sig", "seg"],
  ["repit", "repet"],
  ["elij", "eleg"],
]);
