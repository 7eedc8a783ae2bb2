import type { Paper, TableCell } from "./paper.ts";

// The first six were written after the reader was tuned, and the reader was not changed for them.

type Page = (paper: Paper, page: number) => void;

/** How many words header and footer have, where not three and two. */
export const RUNNING_WORDS: Record<string, [header: number, footer: number]> = {
  "two columns with pictures in them": [2, 2],
  "drawings side by side above a table": [2, 3],
};

/** What each of the three pages of a document shows. */
export const LAYOUTS: Record<string, Page> = {
  "a newsletter of three columns and a box": (paper) => {
    const { writer } = paper;
    const y = paper.heading(writer.phrase(6), 45, 775, 22);
    column(paper, 45, y, 155, [50, 50, 50, 50]);
    let top = paper.heading(writer.phrase(2), 220, y, 12);
    column(paper, 220, top, 155, [45, 45, 45, 45]);
    top = paper.heading(writer.phrase(2), 395, y, 12);
    top = column(paper, 395, top, 155, [45, 45]);
    paper.frame(390, top, 165, 190);
    top = paper.heading(writer.phrase(2), 400, top - 8, 9);
    for (const mark of ["•", "•", "•"]) top = paper.text(400, top, 145, 20, 9, mark);
  },
  "a data sheet with a table at its side": (paper, page) => {
    const { writer } = paper;
    const y = paper.heading(writer.phrase(3), 50, 780, 20);
    const top = paper.heading(writer.phrase(2), 50, y, 11);
    const words = Array.from({ length: 5 }, () => writer.number(25, 60));
    const left = column(paper, 50, top, 250, words);
    const right = paper.heading(writer.phrase(2), 330, y, 11);
    const rows = Array.from({ length: 12 }, () => [
      { text: writer.phrase(2) },
      { text: `${writer.number(1, 99)} ${writer.own()}` },
    ]);
    paper.table(330, right, [120, 90], rows, 8, page !== 1);
    const below = paper.heading(writer.phrase(3), 50, Math.min(left, 400) - 20, 11);
    paper.text(50, below, 490, 80, 9);
  },
  "troubleshooting with merged causes": (paper, page) => {
    const { writer } = paper;
    const y = paper.heading(`${page + 7}.1 ${writer.phrase(2)}`, 50, 780, 12);
    const rows: (TableCell | null)[][] = [["Fault", "Cause", "Remedy"].map(bold)];
    for (let fault = 0; fault < 5; fault += 1) {
      const deep = writer.number(2, 4);
      for (let row = 0; row < deep; row += 1) {
        const fault = row === 0 ? { text: writer.phrase(3), rows: deep } : null;
        const merged = row === 0 ? { text: writer.phrase(4), rows: 2 } : null;
        const cause = deep > 3 && row < 2 ? merged : { text: writer.phrase(4) };
        rows.push([fault, cause, { text: writer.phrase(writer.number(3, 10)) }]);
      }
    }
    paper.table(50, y, [120, 160, 210], rows, 9);
  },
  "steps at the left of pictures": (paper, page) => {
    const { writer } = paper;
    let y = paper.heading(writer.phrase(3), 50, 780, 15);
    for (let step = 1; step <= 3; step += 1) {
      const top = paper.text(50, y, 310, writer.number(35, 60), 9, `${step}.`);
      paper.text(50, top, 310, writer.number(15, 45), 9);
      paper.frame(380, y, 160, 150);
      paper.label(`Fig. ${3 * page + step} ${writer.phrase(2)}`, 380, y - 153, { size: 8 });
      y -= 215;
    }
  },
  "two columns with pictures in them": (paper, page) => {
    const { writer } = paper;
    for (const [at, x] of [50, 310].entries()) {
      let y = paper.heading(writer.phrase(3), x, 780, 13);
      y = paper.text(x, y, 235, writer.number(60, 90), 9);
      paper.frame(x, y, 235, 130);
      const title = `Figure ${2 * page + at + 1}: ${writer.phrase(2)}`;
      y = paper.label(title, x, y - 133, { size: 8 });
      for (let each = 0; each < 3; each += 1) y = paper.text(x, y - 4, 235, 50, 9);
    }
  },
  "drawings side by side above a table": (paper, page) => {
    const { writer } = paper;
    let y = paper.heading(writer.phrase(2), 50, 780, 14);
    y = paper.text(50, y, 490, 60, 10);
    for (const [at, x] of [50, 305].entries()) {
      paper.frame(x, y, 235, 160);
      paper.label(`Figure ${2 * page + at + 1} ${writer.phrase(2)}`, x, y - 163, { size: 8 });
    }
    const rows = Array.from({ length: 7 }, () => [
      { text: writer.phrase(3) },
      { text: `${writer.number(10, 999)}` },
      { text: writer.own() },
    ]);
    const head = ["Name", "Value", "Unit"].map(bold);
    y = paper.table(50, y - 200, [230, 130, 130], [head, ...rows], 9);
    paper.text(50, y - 20, 490, 50, 10);
  },
  "a table without lines, beside side notes": (paper) => {
    const { writer } = paper;
    let y = paper.heading(writer.phrase(4), 50, 770, 14);
    y = column(paper, 50, y, 340, [70, 70, 70]);
    const rows = Array.from({ length: 7 }, () =>
      [1, 2, 3].map((most) => ({ text: writer.phrase(writer.number(1, most)) })),
    );
    paper.table(
      50,
      y - 10,
      [80, 110, 150],
      [[1, 1, 1].map(() => bold(writer.phrase(1))), ...rows],
      9,
      false,
    );
    let note = 700;
    for (let each = 0; each < 3; each += 1) note = paper.text(420, note, 120, 25, 8);
  },
};

/** Writes paragraphs of so many words below each other. @returns the height below them */
function column(paper: Paper, x: number, y: number, width: number, words: readonly number[]) {
  return words.reduce((top, count) => paper.text(x, top, width, count, 9), y);
}

function bold(text: string): TableCell {
  return { text, bold: true };
}
