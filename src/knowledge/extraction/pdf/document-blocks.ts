import type { TextBlock } from "../document-text.ts";
import { blocksOfPage, joinedAcrossCuts, withHeadsAcrossPages } from "./blocks.ts";
import { withFractions } from "./fractions.ts";
import type { Box } from "./geometry.ts";
import { findGrids, type Grid } from "./grids.ts";
import { measureStyle } from "./headings.ts";
import { orderFlows } from "./layout.ts";
import { joinRuns, type Line } from "./lines.ts";
import { collectWords } from "./mend-hyphens.ts";
import type { PageContent } from "./page-content.ts";
import type { Drawing, Ruling } from "./rulings.ts";
import { withoutRunningLines } from "./running-lines.ts";
import { ruledTables } from "./tables.ts";

/** The text of a document's pages. */
export interface PagesText {
  /** In reading order. */
  blocks: TextBlock[];
  /** Whether each page has text besides headers and footers. */
  hasText: boolean[];
}

export function textOfPages(drawnPages: readonly PageContent[]): PagesText {
  const pages = drawnPages.map(withFractions);
  const grids = pages.map(({ drawing }) => findGrids(drawing));
  const drawn = pages.map(({ width, height, runs }, at) => {
    const tables = (grids[at] ?? []).filter(({ rows, box }) => rows > 2 && spans(box, height));
    return { width, height, lines: joinRuns(runs), tables: tables.map(({ box }) => box) };
  });
  const { bodySize } = measureStyle(drawn.flatMap(({ lines }) => lines));
  const kept = withoutRunningLines(drawn, bodySize);
  const words = collectWords(kept.flatMap(inDrawnOrder).map(({ text }) => text));
  const parted = kept.map((lines, at) => {
    const own = new Set(lines.flatMap(({ runs }) => runs));
    // In the order of drawing, which shows what belongs together.
    const runs = pages[at]?.runs.filter((run) => own.has(run)) ?? [];
    return ruledTables(runs, grids[at] ?? [], words);
  });
  const loose = parted.map(({ rest }) => joinRuns(rest));
  const style = measureStyle(loose.flat());
  const blocks = pages.flatMap(({ turned, drawing }, at) => {
    const { tables = [], frames = [] } = parted[at] ?? {};
    const flows = orderFlows(loose[at] ?? [], tables, frames, looseRules(drawing, grids[at] ?? []));
    const sideways = turned.join(" ").trim();
    return [
      ...blocksOfPage(flows, at + 1, style, words),
      ...(sideways === "" ? [] : [{ text: sideways, page: at + 1, kind: "paragraph" as const }]),
    ];
  });
  return {
    blocks: joinedAcrossCuts(withHeadsAcrossPages(blocks), words),
    hasText: pages.map(({ turned }, at) => turned.length > 0 || (kept[at] ?? []).length > 0),
  };
}

/** Most documents draw a column after the other. */
function inDrawnOrder(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) => a.drawn - b.drawn);
}

/** Whether a table goes on where no header and no footer stands. */
function spans({ top, bottom }: Box, height: number): boolean {
  return top - bottom > height * 0.1;
}

/** Horizontal lines that belong to no table and no frame. */
function looseRules({ horizontal }: Drawing, grids: readonly Grid[]): Ruling[] {
  return horizontal.filter(
    ({ at, from, to }) =>
      !grids.some(
        ({ box }) => at >= box.bottom - 3 && at <= box.top + 3 && from < box.right && to > box.left,
      ),
  );
}
