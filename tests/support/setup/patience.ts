import { vi } from "vitest";

/** Milliseconds that a wait for a state may take unless it says so itself: a slow machine is no failure. */
const PATIENCE_MS = 20_000;

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, {
    timeout: PATIENCE_MS,
    ...(typeof options === "number" ? { timeout: options } : options),
  });
