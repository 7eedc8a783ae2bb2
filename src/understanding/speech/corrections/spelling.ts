// How English words sound by their spelling: rules, tried in their order at each place of a word.

/** The sounds by the letters at a place of the word. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...{ "^kn|^gn|^pn": "n", "^wr": "r", "^ps": "s", "^x": "z", "^eu": "yu", igh: "I", eigh: "e" },
  ...{ "augh|ough": "o", "^gh": "g", gh: "", tch: "C", sch: "S", chr: "kr", ch: "C", sh: "S" },
  ...{ th: "T", ph: "f", ck: "k", "cqu|qu": "kw", que$: "k", q: "k", wh: "w", "dg(?=e)": "J" },
  ...{ "t(?=ion|ious|ial|ient)": "S", "ss?(?=ion|ure)": "S", "c(?=ian|ion|ious|ial)": "S" },
  ...{ "t(?=ure)": "C", "cc(?=[eiy])": "ks", "c(?=[eiy])": "s", "cc?|kk?": "k", gg: "g" },
  ...{ "g(?=[eiy])": "J", g: "g", x: "ks", mb$: "m", "ng(?=$|[^aeiou])": "N" },
  ...{ "n(?=k|c(?![eiy])|g)": "N", "(?<=[^aeiou])les?$": "@l", "(?<=[td])ed$": "@d" },
  ...{ "(?<=[pkfsxch])ed$": "t", "(?<=[^aeiou][^aeiou]?)ed$": "d", "(?<=[a-z]{2})es$": "@z" },
  ...{ "(?<=[aeiouy][^aeiouyw])e$": "", "(?<=[aeiouy][^aeiouy]{2})e$": "" },
  ...{ "(?<=[aeiou])s(?=[aeiou])": "z", "(?<=[bdglmnrvwyaeiou])s$": "z", "ss?": "s", "zz?": "z" },
  ...{ "ee|ea|ie(?!$)|ei|ey": "i", "oo|ew|ue|ui": "u", "oa|oe": "o", ou: "au" },
  ...{ "ow(?=$|n$|l)": "o", ow: "au", "ai|ay": "e", "au|aw": "o", "oi|oy": "oi", ie$: "i" },
  ...{ ia: "i@", "^y": "y", "y(?=$)": "i", y: "i", "[aeiou]r$": "@r", "a(?=[^aeiouwrx]e$)": "e" },
  ...{ "i(?=[^aeiouwrx]e$)": "I", "u(?=[^aeiouwrx]e$)": "yu", a: "a", e: "e", i: "i", o: "o" },
  ...{ u: "@", "bb?": "b", "dd?": "d", "ff?": "f", h: "h", j: "J", "ll?": "l", "mm?": "m" },
  ...{ "nn?": "n", "pp?": "p", "rr?": "r", "tt?": "t", "vv?": "v", w: "w" },
};

const RULES = Object.entries(SOUNDS).map(
  ([pattern, sounds]) => [new RegExp(pattern, "y"), sounds] as const,
);

/** The sounds of a word of the letters a to z, in lower case. */
export function toSounds(word: string): string {
  let phones = "";
  for (let place = 0; place < word.length; ) {
    let step = 1;
    for (const [pattern, sounds] of RULES) {
      pattern.lastIndex = place;
      const found = pattern.exec(word);
      if (found === null || found[0] === "") continue;
      phones += sounds;
      step = found[0].length;
      break;
    }
    place += step;
  }
  return phones;
}
