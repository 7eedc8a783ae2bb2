import type { Paper } from "../paper.ts";
import type { Layout } from "./tuned.ts";

const BODY = { size: 10 };
const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
const LETTERS = [..."ABCDEFGHI"];

/** Headings that are numbered by letters, and what looks like them and is no heading. */
export const LETTERED: Record<string, Layout> = {
  "headings with letters": (paper) => {
    pages(paper, (y, page) => {
      const letter = LETTERS[page] ?? "A";
      let at = paper.heading(`${letter}. ${paper.writer.phrase(3)}`, 50, y, { size: 13 });
      for (let part = 1; part <= 3; part += 1) {
        at = paper.heading(`${letter}.${part} ${paper.writer.phrase(3)}`, 50, at, BODY);
        at = paper.text(50, at, 480, 60, BODY);
      }
      for (const each of ["J", "K"]) {
        at = paper.heading(`${each}. ${paper.writer.phrase(2)}`, 50, at - 6, BODY);
        at = paper.text(50, at, 480, 40, BODY);
      }
    });
  },
  "headings with roman numerals": (paper) => {
    pages(paper, (y, page) => {
      let at = y;
      for (let part = 0; part < 3; part += 1) {
        const size = paper.writer.chance(0.5) ? 10 : 13;
        const mark = `${ROMAN[3 * page + part]}.`;
        at = paper.heading(`${mark} ${paper.writer.phrase(3)}`, 50, at - 6, { size });
        at = paper.text(50, at, 480, 50, BODY);
        at = paper.text(50, at, 480, 40, BODY);
      }
    });
  },
  "headings of letters in ordinary weight": (paper) => {
    pages(paper, (y, page) => {
      let at = y;
      for (let part = 0; part < 3; part += 1) {
        const mark = page === 2 ? `${ROMAN[part]}.` : `${LETTERS[page]}.${part + 1}`;
        at = paper.heading(`${mark} ${paper.writer.phrase(3)}`, 50, at - 8, {
          ...{ size: 10, bold: false },
        });
        at = paper.text(50, at, 480, 70, BODY);
      }
    });
  },
  "lists with letters": (paper) => {
    pages(paper, (y, page) => {
      let at = paper.heading(paper.writer.phrase(3), 50, y, { size: 13 });
      const marks = [
        ["A.", "B.", "C.", "D."],
        ["a)", "b)", "c)", "d)"],
        ["i.", "ii.", "iii.", "iv."],
      ];
      for (const list of [marks[page] ?? [], marks[(page + 1) % 3] ?? []]) {
        at = paper.text(50, at, 480, 40, BODY);
        for (const mark of list) {
          at = paper.text(60, at, 440, paper.writer.number(6, 45), BODY, mark);
        }
      }
    });
  },
  "short bold entries with letters": (paper) => {
    pages(paper, (y) => {
      let at = paper.heading(paper.writer.phrase(3), 50, y, { size: 13 });
      at = paper.text(50, at, 480, 60, BODY);
      for (const letter of LETTERS.slice(0, 5)) {
        at = paper.label(`${letter}. ${paper.writer.phrase(3)}`, 50, at, { ...BODY, bold: true });
      }
      paper.text(50, at - 10, 480, 60, BODY);
    });
  },
  "bold headings that are smaller than the text": (paper) => {
    pages(paper, (y, page) => {
      let at = paper.heading(`${page + 1} ${paper.writer.phrase(2)}`, 50, y, { size: 14 });
      for (let part = 1; part <= 4; part += 1) {
        const number = part % 2 === 0 ? "" : `${page + 1}.${part} `;
        at = paper.heading(number + paper.writer.phrase(3), 50, at - 8, { size: 9 });
        at = paper.text(50, at, 480, 60, BODY);
      }
    });
  },
  "a glossary": (paper) => {
    pages(paper, (y) => {
      let at = paper.heading(paper.writer.phrase(1), 50, y, { size: 14 });
      at = paper.text(50, at, 480, 90, BODY);
      at = paper.text(50, at, 480, 70, BODY);
      for (let term = 0; term < 7; term += 1) {
        at = paper.label(paper.writer.phrase(2), 50, at - 4, { ...BODY, bold: true });
        at = paper.text(80, at, 450, paper.writer.number(12, 40), BODY);
      }
    });
  },
};

/** Three pages with a header and a footer. */
function pages(paper: Paper, write: (y: number, page: number) => void): void {
  const [header, footer] = [paper.writer.phrase(3), paper.writer.phrase(2)];
  for (let page = 0; page < 3; page += 1) {
    paper.page(header, footer);
    write(770, page);
  }
}
