/** A line of the table that `npm run test:security` prints. */
export interface SecurityFigures {
  what: string;
  tried: number;
  /** How many attempts failed the test: missing refusals, leaks, or other errors. */
  failed: number;
  /** Absent: the duration of the test that reports the line. */
  seconds?: number;
  /** Other useful facts, for example a seed. */
  note?: string;
}

declare module "vitest" {
  interface TaskMeta {
    figures?: SecurityFigures[];
  }
}
