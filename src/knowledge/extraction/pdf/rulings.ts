import type { PDFOperatorList } from "pdfjs-dist/types/src/display/api.d.ts";
import { applyTo, type Box, boxAround, type Matrix, multiply } from "./geometry.ts";

/** A straight line of a page that is horizontal or vertical, in points. */
export interface Ruling {
  /** Its y position if it is horizontal, its x position if it is vertical. */
  at: number;
  /** Where it begins and ends on the other axis. */
  from: number;
  to: number;
}

/** The drawing of a page besides its text. */
export interface Drawing {
  horizontal: Ruling[];
  vertical: Ruling[];
  /** Number of painted paths. */
  paths: number;
  /** Area of all pictures, in square points. */
  pictures: number;
}

/** The numbers of pdf.js for operations. */
export type Operations = typeof import("pdfjs-dist").OPS;

/** The numbers of a path's commands in pdf.js. */
const [MOVE, LINE, CURVE, QUADRATIC] = [0, 1, 2, 3];

/** A filled rectangle that is thinner than this is a line, in points. */
const THIN = 3;
/** A line that is shorter does not separate anything. */
const SHORTEST = 4;
/** A picture has sides of at least this length, in points; nothing else scales that much. */
const PICTURE_SIDE = 16;
/** More lines than a page of tables has: what is left is a drawing. */
const MOST_RULINGS = 6000;

/**
 * Reads the lines and the size of pictures from a page's operations. Pictures are not decoded: what
 * remains of one is the transformation that places it, and nothing painted by it.
 * @param page transformation from the document's coordinates to the page's
 */
export function readDrawing(list: PDFOperatorList, ops: Operations, page: Matrix): Drawing {
  const drawing: Drawing = { horizontal: [], vertical: [], paths: 0, pictures: 0 };
  const kept: Matrix[] = [];
  let matrix = page;
  for (const [at, operation] of list.fnArray.entries()) {
    const args: unknown = list.argsArray[at];
    if (operation === ops.save) kept.push(matrix);
    else if (operation === ops.restore || operation === ops.paintFormXObjectEnd) {
      matrix = kept.pop() ?? page;
    } else if (operation === ops.transform) {
      matrix = multiply(matrix, args as Matrix);
      drawing.pictures += pictureArea(matrix);
    } else if (operation === ops.paintFormXObjectBegin) {
      kept.push(matrix);
      const [inner] = args as [Matrix | null];
      if (inner) matrix = multiply(matrix, inner);
    } else if (operation === ops.constructPath) {
      const [painted, [path]] = args as [number, [Float32Array | null]];
      if (painted === ops.endPath || !path) continue;
      drawing.paths += 1;
      if (drawing.horizontal.length + drawing.vertical.length < MOST_RULINGS) {
        addPath(drawing, path, matrix, painted === ops.fill || painted === ops.eoFill);
      }
    }
  }
  return drawing;
}

function pictureArea([a, b, c, d]: Matrix): number {
  const sides = [Math.hypot(a, b), Math.hypot(c, d)];
  return Math.min(...sides) < PICTURE_SIDE ? 0 : Math.abs(a * d - b * c);
}

/** The sides of a filled area are no lines: shades of cells are drawn in pieces. */
function addPath(drawing: Drawing, path: Float32Array, matrix: Matrix, isFilled: boolean): void {
  for (const points of straightParts(path, matrix)) {
    const box = enclosingBox(points);
    if (box.top - box.bottom <= THIN || box.right - box.left <= THIN) addLine(drawing, box);
    else if (!isFilled) {
      for (const [at, point] of points.entries()) {
        const next = points[at + 1];
        if (next !== undefined) addLine(drawing, enclosingBox([point, next]));
      }
    }
  }
}

function addLine(drawing: Drawing, { left, right, bottom, top }: Box): void {
  const [width, height] = [right - left, top - bottom];
  if (height <= THIN && width >= SHORTEST && width > height) {
    drawing.horizontal.push({ at: (bottom + top) / 2, from: left, to: right });
  } else if (width <= THIN && height >= SHORTEST) {
    drawing.vertical.push({ at: (left + right) / 2, from: bottom, to: top });
  }
}

type Point = readonly [number, number];

/** The parts of a path that have no curves, as points on the page. */
function straightParts(path: Float32Array, matrix: Matrix): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  const number = (at: number) => path[at] ?? 0;
  for (let at = 0; at < path.length; ) {
    const command = number(at);
    if (command === MOVE || command === LINE) {
      const point = applyTo(matrix, number(at + 1), number(at + 2));
      if (command === MOVE) {
        if (part.length > 1) parts.push(part);
        part = [];
      }
      part.push(point);
      at += 3;
    } else if (command === CURVE || command === QUADRATIC) {
      // Rounded corners belong to a frame; its sides are straight.
      const length = command === CURVE ? 7 : 5;
      if (part.length > 1) parts.push(part);
      part = [applyTo(matrix, number(at + length - 2), number(at + length - 1))];
      at += length;
    } else {
      const [first] = part;
      if (first !== undefined && part.length > 1) part.push(first);
      at += 1;
    }
  }
  if (part.length > 1) parts.push(part);
  return parts;
}

function enclosingBox(points: readonly Point[]): Box {
  return boxAround(points.map(([x, y]) => ({ left: x, right: x, bottom: y, top: y })));
}
