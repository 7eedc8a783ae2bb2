/** A line of the table that `npm run test:security` prints. */
export interface SecurityFigures {
  what: string;
  tried: number;
  /** Refusals that were none, leaks, or whatever else should not have been. */
  failed: number;
  /** Absent: those of the test that says it. */
  seconds?: number;
  /** What else is worth knowing, a seed say. */
  note?: string;
}

declare module "vitest" {
  interface TaskMeta {
    figures?: SecurityFigures[];
  }
}
