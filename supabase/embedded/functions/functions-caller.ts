/** The variable by which the process of the server functions is told the secret of its caller. */
export const CALLER_SECRET = "FUNCTIONS_CALLER_SECRET";

/** The header in which the backend shows that secret with every call. */
export const CALLER_HEADER = "x-functions-caller";
