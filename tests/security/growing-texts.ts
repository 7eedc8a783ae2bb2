/** What is repeated: characters that mean something to some reader, and pieces of what they read. */
const UNITS = [
  ...[
    " ",
    "\t",
    "\n",
    " \n",
    "\r\n",
    "a",
    "ab ",
    "A",
    "é",
    "中",
    "กิ",
    "Größe él ",
    "1",
    "1.",
    "1,",
  ],
  ...[
    "a1",
    "a 1 ",
    "1-",
    "1 ",
    "-",
    "a-",
    ".",
    ". ",
    "/",
    "\\",
    "'",
    "'a",
    "*",
    "_",
    "`",
    "~",
    "#",
  ],
  ...["\n#", "# \t", "\n1.", "|", "|-", "|  ", "[", "]", "[1", "[1]", "word [1] ", "[1,1,1"],
  ...["[1-50]", "[ 1 , 1 ", "【1†a", "[](", "[1](", "[1]: ", "![a](", "(", "<", "> ", "- ", "&"],
  ...["@", "a@", ",", "a\u00ad", "a\u0307", "😀", "\ud83d", "It is so. ", "ational"],
];

/**
 * Texts of about `length` characters each, on which a regular expression or a loop may become slow.
 */
export function hostileTexts(length: number): Record<string, string> {
  const of = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const half = Math.floor(length / 2);
  return {
    ...Object.fromEntries(UNITS.map((unit) => [JSON.stringify(unit), of(unit)])),
    "spaces in a text": `a${" ".repeat(length)}a`,
    "spaces before a letter": `${" ".repeat(length)}a`,
    "newlines in a text": `a${"\n".repeat(length)}a`,
    "a bracket after spaces": `a${" ".repeat(length)}[x`,
    "a dot after spaces": `${" ".repeat(length)}.x`,
    "citations in citations": `${"[".repeat(half)}${"9]1".repeat(half / 3)}`,
    "citations around citations": `${"[[9]".repeat(half / 4)}${"1]".repeat(half / 2)}`,
    "one line of citations": `${"a ".repeat(half)}${"[1]".repeat(half / 3)}`,
    "a word and a hyphen": `${"a".repeat(length)}-`,
    "marks in the wrong order": `a${"\u0307".repeat(half)}${"\u0323".repeat(half)}`,
    "a link without an end": `[a](${"a".repeat(length)}`,
    "a heading with spaces in it": `# ${" ".repeat(half)}a${" ".repeat(half)}\u0000`,
    "a rule that is none": `${"\t".repeat(half / 2)}${"-".repeat(half / 2)}${"|".repeat(half)}x`,
  };
}
