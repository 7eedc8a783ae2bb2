/** The page's request to its worker: to send now, or to count the waiting items. */
export type WorkerRequest = "wake" | "count";
/** The number of waiting items. */
export type WorkerReply = number;
