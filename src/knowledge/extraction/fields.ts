/** Follows a document's fields: first the instruction, then the result that is printed. */
export class Fields {
  readonly #open: { instruction: string; hasResult: boolean; shown: string }[] = [];

  /** Whether the text here belongs to an instruction, or to the result of one that is left out. */
  get isHidden(): boolean {
    return this.#open.some(({ hasResult, instruction }) => !hasResult || isPageNumber(instruction));
  }

  /** @param shown what a form's field shows, where its result is not written as text */
  begin(shown = ""): void {
    this.#open.push({ instruction: "", hasResult: false, shown });
  }

  /** Adds to the instruction of a field whose result has not begun. */
  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined && !field.hasResult) field.instruction += text;
  }

  separate(): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.hasResult = true;
  }

  /** @returns what is printed for a field that has no result of its own; otherwise "" */
  end(): string {
    const field = this.#open.pop();
    if (field === undefined || this.isHidden) return "";
    return field.shown || (field.hasResult ? "" : printedInstruction(field.instruction));
  }
}

/** A number of the page that it stands on is no property of a document. */
export function isPageNumber(instruction: string): boolean {
  return /^\s*(page|numpages|sectionpages)\b/i.test(instruction);
}

/** The text that some instructions print themselves: an equation, a button, a symbol. */
function printedInstruction(instruction: string): string {
  const [, name = "", rest = ""] = /^\s*(\w+)\s*(.*)$/s.exec(instruction) ?? [];
  switch (name.toUpperCase()) {
    case "EQ":
      // "\f(a;b)" is a fraction, "\o(\s\up 9(a),b)" has a above b; other switches only place their
      // arguments.
      return rest
        .replaceAll(/\\\*\s*("[^"]*"|\S+)/g, "")
        .replaceAll(/\\o[^(]*\(\\s\\up\s*\d+\s*\(([^()]*)\)[;,]([^()]*)\)/gi, "$2($1)")
        .replaceAll(/\\f\s*\(([^();,]*)[;,]([^();,]*)\)/gi, "($1)/($2)")
        .replaceAll(/\\r\s*\(([^();,]*)\)/gi, "√($1)")
        .replaceAll(/\\[a-z]+\s*\d*\s*(?=[\\(])|\\[a-z]+\d*\s*/gi, "")
        .trim();
    case "MACROBUTTON":
    case "GOTOBUTTON":
      return rest.replace(/^\S+\s*/, "").trim();
    case "SYMBOL": {
      const code = Number(/^(0x[\da-f]+|\d+)/i.exec(rest)?.[0]);
      return code >= 32 && code <= 255 ? String.fromCharCode(0xf000 + code) : "";
    }
    default:
      return "";
  }
}
