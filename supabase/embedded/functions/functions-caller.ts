/** The environment variable with the caller's secret, for the process of the server functions. */
export const CALLER_SECRET = "FUNCTIONS_CALLER_SECRET";

/** The header in which the backend sends that secret with every call. */
export const CALLER_HEADER = "x-functions-caller";

/** The line that asks the process to end once the calls in progress are done. */
export const FINISH = "finish";
