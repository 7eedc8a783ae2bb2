/**
 * Called by long work between its parts, which take some milliseconds, or up to two seconds where a
 * model hears a long piece of speech: whoever asked for the work lets others have a turn, makes it
 * wait, or ends it by throwing.
 */
export type TakeTurn = () => void | Promise<void>;
