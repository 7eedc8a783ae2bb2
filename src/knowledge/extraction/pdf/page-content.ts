import type { Drawing } from "./rulings.ts";

/** A piece of text at a position on a page; the origin is at the bottom left. All in points. */
export interface Run {
  text: string;
  x: number;
  /** Of the line that its letters stand on. */
  y: number;
  width: number;
  /** Height of its letters. */
  size: number;
  isBold: boolean;
  /** Whether all letters of its font have the same width, as in listings of programs. */
  isMonospaced: boolean;
  /** Whether its letters hang below their line, as the large brackets and roots of formulas do. */
  isHanging?: boolean;
}

/** The content of a page. */
export interface PageContent {
  width: number;
  height: number;
  /** In the order in which the page draws them. */
  runs: Run[];
  /** Text that does not run from left to right, in the order in which the page draws it. */
  turned: string[];
  drawing: Drawing;
  /** How many letters are in a font without their meaning. */
  unreadLetters?: number;
}
