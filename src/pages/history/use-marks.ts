import { type RefObject, useEffect } from "react";

/** What entries say, but not their headings and buttons. */
const TEXTS = ":is(li, section) p, [data-title]";

/**
 * Marks words in the entries of a page, without changing elements, where the browser can do that, and
 * opens the closed parts of entries that have one of them.
 * @param words letters and digits in lower case; the same set until they change
 */
export function useMarks(page: RefObject<HTMLElement | null>, words: ReadonlySet<string>): void {
  useEffect(() => {
    const root = page.current;
    if (root === null || words.size === 0) return;
    // In "24V", both 24 and V are words.
    const kind = (sign = "") => (/\p{N}/u.test(sign) ? "\\p{N}" : "\\p{L}");
    const whole = [...words].map((word) => `(?<!${kind(word[0])})${word}(?!${kind(word.at(-1))})`);
    const pattern = new RegExp(whole.join("|"), "giu");
    const opened = new Set<Element>();
    function mark(): void {
      const found = [...(root?.querySelectorAll(TEXTS) ?? [])].flatMap((text) =>
        findIn(text, pattern),
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

function findIn(text: Element, pattern: RegExp): Range[] {
  const found: Range[] = [];
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      found.push(range);
    }
  }
  return found;
}
