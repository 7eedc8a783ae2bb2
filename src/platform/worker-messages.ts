/** Asks a new worker that waits to take over now. */
export const SKIP_WAITING = "SKIP_WAITING";

/**
 * The broadcast channel on which a tab announces that a new worker is to take over: the browser
 * waits for the end of the old one's events. No message to the old worker, because that would be
 * one more event of it. If the browser has just stopped the old worker, such an event starts it
 * again, and the browser then waits until it was idle for half a minute (seen in Chromium 156).
 */
export const MAKE_WAY = "field-agents-make-way";

/**
 * The message with which a tab asks its service worker for a `ReadinessReply`; it contains a port
 * for the reply.
 */
export const READINESS_QUESTION = "READINESS";

/**
 * The number of files that every technician's page needs (`wanted`), and how many of them are in
 * the cache (`stored`).
 */
export interface ReadinessReply {
  stored: number;
  wanted: number;
}
