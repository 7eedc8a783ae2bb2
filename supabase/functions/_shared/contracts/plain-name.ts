// The rule for names of people, companies, documents and terms, and for what a term is heard as: a name
// consists of characters that can be seen. Control characters, characters that turn the direction of
// writing and invisible ones are taken out; joiners and variants stay where a script or an emoji needs
// them. `private.plain_name` in the database does the same to what other programs send.

const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;

const UNSEEN =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])(?:\p{Cc}|\p{Default_Ignorable_Code_Point}|\u2800|[\ufff9-\ufffb])/gu;

/** Variants of a character that no symbol, emoji or Chinese character comes before. */
const LOOSE_VARIANTS =
  /(?<![\u2100-\u2bff\u3000-\u9fff\uf900-\ufaff\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}])(?:[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])/gu;

/** Joiners that are not between letters of Arabic, Indian or related scripts, or emoji. */
const LOOSE_JOINERS =
  /(?<!\ufe0f|[\u0590-\u1fff\u2190-\u2bff\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10a00}-\u{11fff}\u{1f000}-\u{1faff}])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?![\u0590-\u1fff\u2190-\u2bff\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10a00}-\u{11fff}\u{1f000}-\u{1faff}])/gu;

/** Neither a space nor a mark that needs a letter to stand on. */
const VISIBLE =
  /(?!\p{Zs}|[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|\u200c|\u200d|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]|[\u{e0100}-\u{e01ef}])./su;

/** A name by the rule above, without spaces around it; empty if nothing of it can be seen. */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(LINE_BREAKS, " ")
    .replaceAll(UNSEEN, "")
    .replaceAll(LOOSE_VARIANTS, "")
    .replaceAll(LOOSE_JOINERS, "")
    .trim();
  return VISIBLE.test(plain) ? plain : "";
}

/** A file's name without separators of paths; "file" if nothing else is left. */
export function plainFileName(name: string): string {
  return plainName(name.replaceAll(/[/\\]/g, "")) || "file";
}
