/** Tells a new worker that waits to take over now. */
export const SKIP_WAITING = "SKIP_WAITING";

/**
 * Tells the worker in charge that a new one is to take over: the browser waits for the end of the
 * old one's events.
 */
export const MAKE_WAY = "MAKE_WAY";
