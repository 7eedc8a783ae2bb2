import { spreadOf } from "../sync/speed-figures.ts";
import type { LoadResult } from "./load.ts";

/** The smallest, the middle and the largest of some figures. */
export interface Range {
  min: number;
  median: number;
  max: number;
}

/** @param figures at least one */
export function rangeOf(figures: readonly number[]): Range {
  const { median } = spreadOf(figures);
  return { min: Math.min(...figures), median, max: Math.max(...figures) };
}

/** "12.3 (11.9–12.8)": the median, and between which figures it stands. */
export function inWords({ min, median, max }: Range, digits = 1): string {
  const [low, middle, high] = [min, median, max].map((figure) => figure.toFixed(digits));
  return `${middle} (${low}–${high})`;
}

/** Answers a second of each round. */
export const ratesOf = (rounds: readonly LoadResult[]): number[] =>
  rounds.map(({ times, seconds }) => times.length / seconds);

/** "12.3 (11.9–12.8)/s, p50 40 ms, p95 61 ms": of all rounds of one kind. */
export function loadInWords(rounds: readonly LoadResult[]): string {
  const { median, p95 } = spreadOf(rounds.flatMap(({ times }) => times));
  const rate = inWords(rangeOf(ratesOf(rounds)));
  return `${rate}/s, p50 ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;
}

/** How many times as many answers a second as another server gave, round by round. */
export function ratioInWords(rounds: readonly LoadResult[], others: readonly LoadResult[]): string {
  const base = ratesOf(others);
  const ratios = ratesOf(rounds).map((rate, round) => rate / (base[round] ?? 0));
  return `×${inWords(rangeOf(ratios), 2)}`;
}
