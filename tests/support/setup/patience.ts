import { vi } from "vitest";

/** The default time limit for a wait, in milliseconds: a slow machine is no failure. */
const PATIENCE_MS = 20_000;

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, {
    timeout: PATIENCE_MS,
    ...(typeof options === "number" ? { timeout: options } : options),
  });
