import type { Words } from "./words.ts";

/** A piece of Markdown, and what is printed of it. */
export interface Marked {
  source: string;
  printed: string;
}

const same = (text: string): Marked => ({ source: text, printed: text.replaceAll(/[`|>~]/g, " ") });

/** What Markdown files hold. */
export const MARKDOWN_FEATURES: Readonly<Record<string, (words: Words) => Marked>> = {
  headings: (w) => same(`# ${w.text(4)}\n\n${w.text(3)}\n---\n\n${w.paragraph()}`),
  "a table": (w) =>
    same(
      `| | ${w.code()} | ${w.code()} |\n|---|---|---|\n| ${w.text(2)} | | ${w.text(2)} |\n| ${w.code()} | 1 \\| 2 | ${w.code()} |`,
    ),
  "a table without outer lines": (w) =>
    same(
      `${w.code()} | ${w.code()}\n--- | ---\n${w.text(3)} | ${w.text(2)}\n${w.text(2)} | ${w.text(2)}`,
    ),
  lists: (w) =>
    same(`1. ${w.text()}\n2. ${w.text()}\n   - ${w.text()}\n\n     ${w.text()}\n3. ${w.text()}`),
  tasks: (w) => same(`- [ ] ${w.text(4)}\n- [x] ${w.text(4)}`),
  emphasis: (w) =>
    same(`**${w.text(2)}** _${w.text(2)}_ \`${w.code()}\` ~~${w.text(2)}~~ ${w.text(3)}`),
  "a listing": (w) => same(`\`\`\`\n${w.text(5)}\n  ${w.text(4)}\n\`\`\`\n\n    ${w.text(4)}`),
  quotes: (w) => same(`> ${w.text(6)}\n> ${w.text(6)}\n\n${w.text(3)}`),
  "links and pictures": (w) => {
    const [text, alternative] = [w.text(3), w.text(3)];
    return {
      source: `[${text}](http://x.example/a "t") ![${alternative}](a.png)`,
      printed: `${text} ${alternative}`,
    };
  },
  footnotes: (w) => same(`${w.text()}[^1]\n\n[^1]: ${w.text()}`),
  "a comment": (w) => {
    const text = w.text();
    return { source: `${text}\n\n<!-- ${w.code()}\n -->`, printed: text };
  },
  "tables in HTML": (w) => {
    const [name, value] = [w.text(2), w.text(2)];
    return {
      source: `<table><tr><th>${name}</th><td>${value}</td></tr></table>`,
      printed: name + value,
    };
  },
  entities: (w) => ({ source: `&ge; 3 bar &amp; ${w.text(3)}`, printed: "≥ 3 bar" }),
};

/** What plain text files hold. */
export const TEXT_FEATURES: Readonly<Record<string, (words: Words) => string>> = {
  paragraphs: (w) => `${w.text(9)}\n${w.text(9)}\n\n${w.text(4)}\n\n${w.paragraph()}`,
  lists: (w) => `- ${w.text()}\n- ${w.text()}\n\n1. ${w.text()}\n2. ${w.text()}`,
  tables: (w) => `${w.code()}\t${w.code()}\n\t${w.text(2)}\n${w.code()}\t${w.text(2)}`,
  "old line ends": (w) => `${w.text()}\r\n${w.text()}\r\n\r\n${w.text()}`,
  "ruled lines": (w) => `${w.text(3)}\n=====\n| ${w.code()} | ${w.code()} |`,
  "page ends": (w) => `${w.text()}\f${w.text()}`,
};
