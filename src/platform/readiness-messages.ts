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
