import { type RefObject, useLayoutEffect } from "react";

/** What entries say, but not their headings and buttons. */
const TEXTS = ":is(li, section) p, [data-title]";

/**
 * Marks words in the entries of a page, without changing elements, where the browser can do that, and
 * opens the closed parts of entries that have one of them.
 * @param words letters and digits in lower case, with an asterisk behind the beginning of words; the
 *   same set until they change
 */
export function useMarks(page: RefObject<HTMLElement | null>, words: ReadonlySet<string>): void {
  // Before the browser draws: parts that open would be laid out twice.
  useLayoutEffect(() => {
    const root = page.current;
    if (root === null || words.size === 0) return;
    const begun = [...words].flatMap((word) => (word.endsWith("*") ? word.slice(0, -1) : []));
    const isMarked = (text: string) => {
      const word = text.toLowerCase();
      return words.has(word) || begun.some((beginning) => word.startsWith(beginning));
    };
    const opened = new Set<Element>();
    function mark(): void {
      const found = [...(root?.querySelectorAll(TEXTS) ?? [])].flatMap((text) =>
        findIn(text, isMarked),
      );
      CSS.highlights?.set("found", new Highlight(...found));
      for (const { startContainer } of found) {
        const part = startContainer.parentElement?.closest("details");
        // Once for each search: the person may close it again.
        if (part && !opened.has(part)) part.open = true;
        if (part) opened.add(part);
      }
    }
    mark();
    // Entries come as the list is scrolled, and their texts as they are read.
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      CSS.highlights?.delete("found");
    };
  }, [page, words]);
}

const WORD = /[\p{L}\p{N}]+/gu;
/** In "24V", both 24 and V are words. */
const PART = /\p{L}+|\p{N}+/gu;

/** The ranges of the words of an element that are marked. */
function findIn(element: Element, isMarked: (word: string) => boolean): Range[] {
  const found: Range[] = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    for (const word of (node.nodeValue ?? "").matchAll(WORD)) {
      const parts = isMarked(word[0]) ? [{ 0: word[0], index: 0 }] : word[0].matchAll(PART);
      for (const { 0: part, index } of parts) {
        if (!isMarked(part)) continue;
        const range = document.createRange();
        range.setStart(node, word.index + index);
        range.setEnd(node, word.index + index + part.length);
        found.push(range);
      }
    }
  }
  return found;
}
