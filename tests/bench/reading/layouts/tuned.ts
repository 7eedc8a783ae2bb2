import type { Lines, Paper, TableCell } from "../paper.ts";

/** A layout that was looked at while the reader was written. */
export type Layout = (paper: Paper) => void;

const BODY = { size: 10 };

export const TUNED: Record<string, Layout> = {
  "one column with lists": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = 770;
      for (let section = 0; section < 3; section += 1) {
        const bold = writer.chance(0.5);
        const size = bold && writer.chance(0.5) ? 10 : 14;
        y = paper.heading(writer.phrase(4), 50, y, { size });
        y = paper.text(50, y, 480, 60, BODY);
        for (let entry = 0; entry < 3; entry += 1) {
          y = paper.text(60, y, 460, writer.number(8, 34), BODY, entry === 0 ? "•" : `${entry}.`);
        }
        y -= 10;
      }
    }
  },
  "two columns with headings over both": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = 770;
      for (let band = 0; band < 2; band += 1) {
        y = paper.heading(`${page + 1}.${band + 1} ${writer.phrase(7)}`, 50, y, { size: 15 });
        let left = y;
        for (let each = 0; each < 3; each += 1) left = paper.text(50, left, 235, 55, BODY);
        let right = paper.heading(writer.phrase(2), 305, y, BODY);
        for (let each = 0; each < 2; each += 1) right = paper.text(305, right, 235, 60, BODY);
        y = Math.min(left, right) - 20;
      }
    }
  },
  "three columns": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      const y = paper.heading(writer.phrase(5), 50, 770, { size: 18 });
      for (const x of [50, 220, 390]) {
        let top = paper.heading(writer.phrase(2), x, y, { size: 11 });
        for (let each = 0; each < 4; each += 1) top = paper.text(x, top, 150, 45, { size: 9 });
      }
    }
  },
  "tables with lines": (paper) => tables(paper, "all"),
  "tables without lines": (paper) => tables(paper, "none"),
  "tables with merged cells": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    let y = 770;
    for (let each = 0; each < 6; each += 1) {
      if (each % 2 === 0) paper.page(header, footer);
      if (each % 2 === 0) y = 770;
      y = paper.heading(writer.phrase(3), 50, y, { size: 13 });
      y = paper.text(50, y, 480, 30, BODY);
      y = paper.label(`Table ${each + 1}: ${writer.phrase(3)}`, 50, y, { size: 9, bold: true });
      const head: (TableCell | null)[] = [
        { text: writer.phrase(1), rows: 2, bold: true },
        { text: writer.phrase(2), columns: 2, bold: true },
        null,
      ];
      const below: (TableCell | null)[] = [null, bold(writer.phrase(1)), bold(writer.phrase(1))];
      const rows: (TableCell | null)[][] = [head, below];
      for (let group = 0; group < 3; group += 1) {
        const deep = writer.number(2, 3);
        for (let row = 0; row < deep; row += 1) {
          rows.push([
            row === 0 ? { text: writer.phrase(2), rows: deep } : null,
            { text: writer.phrase(writer.number(1, 5)) },
            { text: writer.phrase(writer.number(2, 9)) },
          ]);
        }
      }
      // The head is read as one row of names, and not compared cell by cell.
      y = paper.table(50, y, [110, 150, 220], rows, { size: 9 }, "all");
      paper.truth.rows.splice(paper.truth.rows.length - rows.length, 2);
    }
  },
  "a table over two pages": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    const head = [1, 2, 3].map(() => bold(writer.phrase(1)));
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = 770;
      if (page === 0) {
        y = paper.heading(writer.phrase(3), 50, y, { size: 14 });
        y = paper.text(50, y, 480, 40, BODY);
      }
      const rows = Array.from({ length: 14 }, () => rowOf(paper, 3));
      paper.table(50, y, [80, 180, 220], page === 0 ? [head, ...rows] : rows, { size: 9 }, "all");
    }
  },
  "text with side notes": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = paper.heading(writer.phrase(4), 50, 770, { size: 14 });
      for (let each = 0; each < 6; each += 1) y = paper.text(50, y, 340, 70, BODY);
      let note = 700;
      for (let each = 0; each < 3; each += 1) note = paper.text(420, note, 120, 25, { size: 8 });
    }
  },
  "a parts catalogue": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(2), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = paper.heading(`${page + 1} ${writer.phrase(2)}`, 60, 780, { size: 16 });
      for (let group = 0; group < 3; group += 1) {
        y = paper.heading(writer.phrase(2), 60, y, { size: 9 });
        const head = ["Pos.", "Part number", "Name", "Quantity"].map(bold);
        const rows = Array.from({ length: 8 }, (_, at) => [
          { text: String(at + 1) },
          { text: `${writer.number(100, 999)}-${writer.own()}` },
          { text: writer.phrase(writer.number(1, 4)) },
          { text: String(writer.number(1, 12)) },
        ]);
        y = paper.table(60, y, [40, 130, 220, 60], [head, ...rows], { size: 8 }, "rows") - 14;
      }
    }
  },
  "instructions beside pictures": (paper) => {
    const { writer } = paper;
    const [header, footer] = [writer.phrase(3), writer.phrase(2)];
    for (let page = 0; page < 3; page += 1) {
      paper.page(header, footer);
      let y = paper.heading(writer.phrase(3), 50, 780, { size: 14 });
      for (let step = 0; step < 4; step += 1) {
        paper.frame(50, y, 180, 120);
        paper.label(`Figure ${4 * page + step + 1}: ${writer.phrase(1)}`, 50, y - 122, { size: 8 });
        let top = paper.heading(`Step ${writer.phrase(2)}`, 260, y, { size: 10 });
        top = paper.text(260, top, 280, 30, { size: 10 });
        paper.text(260, top, 280, 25, { size: 10 }, "•");
        y -= 165;
      }
    }
  },
};

function bold(text: string): TableCell {
  return { text, bold: true };
}

function rowOf(paper: Paper, columns: number): TableCell[] {
  const { writer } = paper;
  return Array.from({ length: columns }, (_, column) => ({
    text: writer.phrase(column === 0 ? 1 : writer.number(1, 8)),
  }));
}

function tables(paper: Paper, lines: Lines): void {
  const { writer } = paper;
  const [header, footer] = [writer.phrase(3), writer.phrase(2)];
  for (let page = 0; page < 3; page += 1) {
    paper.page(header, footer);
    let y = 770;
    for (let each = 0; each < 2; each += 1) {
      y = paper.heading(writer.phrase(3), 50, y, { size: each === 0 ? 14 : 10 });
      y = paper.text(50, y, 480, 40, BODY);
      const head = [1, 2, 3, 4].map(() => bold(writer.phrase(1)));
      const rows = Array.from({ length: 7 }, () => rowOf(paper, 4));
      y = paper.table(50, y, [70, 120, 150, 140], [head, ...rows], { size: 9 }, lines) - 10;
    }
  }
}
