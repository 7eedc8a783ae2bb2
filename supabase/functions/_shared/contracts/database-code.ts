/**
 * The error codes of the database that our code checks for or sends, by their names in PostgreSQL's
 * documentation. Each one is a constant, so that a bundle contains only those that it uses.
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export const INVALID_TEXT_REPRESENTATION = "22P02";
export const INTEGRITY_CONSTRAINT_VIOLATION = "23000";
export const RESTRICT_VIOLATION = "23001";
/** A row refers to one that is not there. */
export const FOREIGN_KEY_VIOLATION = "23503";
/** The row exists already. */
export const UNIQUE_VIOLATION = "23505";
export const CHECK_VIOLATION = "23514";
export const EXCLUSION_VIOLATION = "23P01";
/** The person has no right to it. */
export const INSUFFICIENT_PRIVILEGE = "42501";
/** The `hint` of a trigger that refuses with that code: its message is written for people. */
export const REFUSED_BY_RULE = "refused_by_rule";
export const WITH_CHECK_OPTION_VIOLATION = "44000";
/** The request is too large or too complex, like every code of class 54. */
export const PROGRAM_LIMIT_EXCEEDED = "54000";
/** Another session has a lock for longer than the time limit. */
export const LOCK_NOT_AVAILABLE = "55P03";
/** A statement was ended because it took too long. */
export const QUERY_CANCELED = "57014";
export const ADMIN_SHUTDOWN = "57P01";
export const CRASH_SHUTDOWN = "57P02";
export const CANNOT_CONNECT_NOW = "57P03";
/** A trigger or a function raised an error with its own message. */
export const RAISE_EXCEPTION = "P0001";

/** PostgREST's: https://docs.postgrest.org/en/stable/references/errors.html */
export const POSTGREST_PARSING_ERROR = "PGRST100";
export const POSTGREST_TOKEN_INVALID = "PGRST301";
export const POSTGREST_CLAIMS_INVALID = "PGRST303";
/** The SQLSTATE with which SQL sets the whole HTTP answer. */
export const POSTGREST_OWN_ANSWER = "PGRST";
