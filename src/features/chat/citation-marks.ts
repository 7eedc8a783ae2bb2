import { UNSUPPORTED_NOTE } from "@contracts/question.ts";

/** The parts of a hast node that are needed to find citations in it. */
export interface MarkupNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: MarkupNode[];
}

/** The element that stands for a citation. Markdown without raw HTML never creates this element. */
const CITATION_TAG = "sup";

/** The element around the note that a sentence is not in the documents; not created by Markdown either. */
const NOTE_TAG = "mark";

const MARK = /\[(\d{1,2})\]/;
/** Elements whose text is shown exactly as it is written. */
const LITERAL: ReadonlySet<string> = new Set(["a", "code", "pre"]);

/**
 * Rehype plugin: turns each `[n]` of the text that names one of the sources into an element of
 * `CITATION_TAG` whose `dataCitation` is n, and puts each `UNSUPPORTED_NOTE` into a `NOTE_TAG`.
 * Numbers without a source stay text.
 */
export function markCitations(sourceCount: number): () => (tree: MarkupNode) => void {
  function marked(node: MarkupNode): MarkupNode[] {
    if (node.type === "text") return split(node.value ?? "", sourceCount);
    if (node.children !== undefined && !LITERAL.has(node.tagName ?? "")) {
      node.children = node.children.flatMap(marked);
    }
    return [node];
  }
  return () => (tree) => {
    marked(tree);
  };
}

function split(text: string, sourceCount: number): MarkupNode[] {
  // `split` puts the number from the brackets at every odd index.
  return text.split(MARK).flatMap((part, index): MarkupNode[] => {
    if (index % 2 === 0) return withNotes(part);
    const number = Number(part);
    if (number < 1 || number > sourceCount) return [{ type: "text", value: `[${part}]` }];
    const properties = { dataCitation: number };
    return [{ type: "element", tagName: CITATION_TAG, properties, children: [] }];
  });
}

function withNotes(text: string): MarkupNode[] {
  return text.split(UNSUPPORTED_NOTE).flatMap((part, index): MarkupNode[] => {
    const words: MarkupNode[] = part === "" ? [] : [{ type: "text", value: part }];
    if (index === 0) return words;
    const children = [{ type: "text", value: UNSUPPORTED_NOTE }];
    return [{ type: "element", tagName: NOTE_TAG, properties: {}, children }, ...words];
  });
}
