/** What a tab asks its service worker, with a port for the reply. */
export const READINESS_QUESTION = "READINESS";

/** How many of the files that every technician's page needs are in the cache, of how many. */
export interface ReadinessReply {
  stored: number;
  wanted: number;
}
