/** What the page asks its worker: to send now, or how many wait. */
export type WorkerRequest = "wake" | "count";
/** How many wait. */
export type WorkerReply = number;
