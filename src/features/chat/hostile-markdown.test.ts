import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownText } from "#ui/markdown-text.tsx";
import { readableText } from "#ui/readable-text.ts";
import { AnswerMarkdown } from "./answer-markdown.tsx";

/** Every component that shows a model's text as Markdown. */
const RENDERERS: [where: string, markup: (text: string) => string][] = [
  ["an analysis", (text) => renderToStaticMarkup(MarkdownText({ text }))],
  ["an answer", (text) => renderToStaticMarkup(AnswerMarkdown({ text, sources: [] }))],
];

const HARMLESS = /^(div|p|br|em|strong|code|pre|ul|ol|li|blockquote|hr|span|del|sup)$/;
/** A link of an answer: a button that asks before it opens the address, and does not hold it. */
const LINK = /^<button type="button" class="[^"]*">$/;
const ATTRIBUTES = /^( (class|start)="[^"]*")*$/;

/** The tags in some markup that could do more than format text. Markup escapes every other `<`. */
const harmfulTags = (markup: string): string[] =>
  (markup.match(/<[^>]*>/g) ?? []).filter((tag) => {
    const [, name = "", attributes = ""] = /^<\/?(\w+)([^>]*?)\/?>$/.exec(tag) ?? [];
    return (
      !LINK.test(tag) &&
      !(tag === "</button>") &&
      !(HARMLESS.test(name) && ATTRIBUTES.test(attributes))
    );
  });

const FRAGMENTS = [
  ...String.raw`<script>alert(1)</script>
<img src=x onerror=alert(1)>
<svg/onload=alert(1)>
<a href='javascript:alert(1)'>
<iframe srcdoc='<script>'>
</p></div><style>*{}</style>
[a](javascript:alert(1))
[a](JaVaScRiPt&colon;alert(1))
[a](data:text/html;base64,PHNjcmlwdD4=)
[a](vbscript:x)
[a](blob:x)
[a](file:///etc)
![a](data:image/svg+xml,<svg>)
![a](https://else.example/?q=1)
![a][b]
[b]: javascript:x
[a](https://else.example "onclick=alert(1)")
[a](https://x" onmouseover="alert(1))
<javascript:alert(1)>
<https://else.example>
&lt;script&gt;
&#60;img&#62;
\<b>
***`.split("\n"),
  ...["[a](\tjava\nscript:alert(1))", "`", "```\n", "```html onload=x\n", "~~~\n", "---\n"],
  ...["> ", "- ", "1. ", "# ", "__", "|", "\n", "\n\n", " ", "    ", "x", "[1]", "[^1]"],
  ...["\u0000", "\u202e", "\ud800", "<!--", "-->", "<![CDATA["],
];

describe.each(RENDERERS)("%s", (_, markup) => {
  it("contains only tags and addresses that are allowed in Markdown, for any input", () => {
    const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 });
    fc.assert(
      fc.property(text, (parts) => {
        expect(harmfulTags(markup(parts.join("")))).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  it("is checked by a function that finds harmful tags", () => {
    expect(harmfulTags('<p onclick="x"><script>a</script><a href="javascript:x">')).toHaveLength(4);
  });
});

const times = (part: string, count: number) => part.repeat(count);

it.each([
  ["lists in lists on a line", `${times("- ", 10_000)}x`],
  ["lists in lists", Array.from({ length: 1000 }, (_, i) => `${times("  ", i)}- a`).join("\n")],
  ["emphasis in emphasis", times("*a _b ", 3000) + times("_ *", 3000)],
  ["links in links", `${times("[", 20_000)}a${times("](b)", 10_000)}`],
  ["definitions", times("[a]: b\n", 5000) + times("[a] ", 5000)],
  ["a megabyte", times("word ", 200_000)],
])("%s would block the page for seconds, and are shown as plain text", (_, text) => {
  for (const [, markup] of RENDERERS) {
    expect(markup(text).match(/<\w+/g)?.length).toBeLessThanOrEqual(2);
  }
  expect(readableText(text, true)).toBe(text);
});

it.each(RENDERERS)("%s reads as many marks as are allowed", (_, markup) => {
  expect(markup(times("*a _b ", 370) + times("_ *", 370)).match(/<em>/g)).toHaveLength(369);
});
