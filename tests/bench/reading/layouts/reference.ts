import type { Paper, PiecedLine } from "../paper.ts";
import type { Writer } from "../writer.ts";
import type { Layout } from "./tuned.ts";

const BODY = { size: 10 };
/** Words of the same length, below which the next words begin at the same place. */
const INSTRUCTIONS = ["mov", "add", "clr", "inc", "jmp"];

/** What reference manuals have besides text and tables. */
export const REFERENCE: Record<string, Layout> = {
  "an index of two columns": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      const y = page === 0 ? paper.heading(writer.phrase(1), 50, 770, { size: 16 }) : 770;
      for (const x of [50, 310]) paper.lines(y, indexOf(writer, x, 40), { size: 9 });
    }
  },
  "a table of contents": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      const y = paper.heading(writer.phrase(1), 50, 730, { size: 16 });
      let [top, number] = [y, 5 + 40 * page];
      for (let chapter = 1; chapter <= 4; chapter += 1) {
        const lines = chapterOf(writer, 4 * page + chapter, number);
        number += 10;
        paper.truth.rows.push(...lines.map(({ own }) => [[...own]]));
        top = paper.lines(top, lines, BODY) - 4;
      }
    }
  },
  "headers that repeat the heading of a section": (paper) => {
    const { writer } = paper;
    const footer = writer.phrase(2);
    for (let page = 1; page <= 6; page += 1) {
      const title = writer.phrase(4);
      paper.page(`2.${page}. ${title.toUpperCase()}`, footer);
      let y = 740;
      if (page > 1) y = paper.text(50, y, 480, 80, BODY) - 8;
      y = paper.heading(`2.${page} ${title}`, 50, y, { size: 12 });
      for (let each = 0; each < 3; each += 1) y = paper.text(50, y, 480, 70, BODY);
    }
  },
  "listings with remarks": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = paper.heading(writer.phrase(3), 50, 770, { size: 14 });
      for (let listing = 0; listing < 4; listing += 1) {
        y = paper.text(50, y, 480, 40, BODY);
        const lines = listingOf(paper, writer.number(3, 8));
        y = paper.lines(y, lines, { size: 9, monospaced: true });
      }
    }
  },
};

function indexOf(writer: Writer, x: number, entries: number): PiecedLine[] {
  return Array.from({ length: entries }, () => {
    const own = writer.own();
    const term = `${writer.chance(0.5) ? `${writer.phrase(1)} ` : ""}${own}`;
    const pages = Array.from({ length: writer.number(1, 3) }, () => writer.number(1, 240));
    return { pieces: [[x, `${term}, ${pages.join(", ")}`]], own: [own] };
  });
}

/** The entries of a chapter, whose sections have dots to their pages. */
function chapterOf(writer: Writer, chapter: number, first: number): PiecedLine[] {
  const own = writer.own();
  const title: PiecedLine = {
    pieces: [
      [50, `${chapter}`],
      [68, `Title ${own}`],
      [500, `${first}`],
    ],
    own: [own],
    bold: true,
  };
  const sections = Array.from({ length: 7 }, (_, at): PiecedLine => {
    const word = writer.own();
    const text = `${writer.phrase(1)} ${word} ${". ".repeat(writer.number(30, 40))}`;
    return {
      pieces: [
        [68, `${chapter}.${at + 1}`],
        [95, text],
        [500, `${first + at}`],
      ],
      own: [word],
    };
  });
  return [title, ...sections];
}

/** Lines of a program that are drawn word by word, the first words of the same length. */
function listingOf(paper: Paper, lines: number): PiecedLine[] {
  const { writer } = paper;
  const letter = 0.6 * 9;
  return Array.from({ length: lines }, () => {
    const [word, remark] = [writer.own(), writer.own()];
    const statement = [writer.one(INSTRUCTIONS), word, "and", "keep"];
    let x = 70;
    const pieces = statement.map((text): readonly [number, string] => {
      const from = x;
      x += (text.length + 1) * letter;
      return [from, text];
    });
    return {
      pieces: [...pieces, [330, `; the ${remark} of it`]],
      own: [word, remark],
    };
  });
}
