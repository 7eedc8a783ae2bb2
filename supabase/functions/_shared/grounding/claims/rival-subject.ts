import { perPassage } from "./once-each.ts";
import { partsOf } from "./parts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { NEGATION } from "./vocabulary.ts";
import { hasWord, tellingWords } from "./words.ts";

/** The fewest words that a sentence about something else must share with a claim. */
const LEAST_SHARED = 2;
/** Which part of the words of both must be shared. */
const LEAST_SHARE = 0.6;
/** The words before a subject that belong to it: "the", "all". */
const ARTICLE = /^(?:the|a|an|all|every|each|any|your|our|its)\s+/i;

/** A sentence, or a part of one, that begins with what it is about. */
interface Statement {
  subject: string;
  terms: ReadonlySet<string>;
}

function statementOf(text: string): Statement | null {
  const words = text.trim().replace(ARTICLE, "");
  const [first = ""] = words.split(/[^\p{L}]/u);
  const [subject] = tellingWords(first);
  return subject === undefined ? null : { subject, terms: new Set(tellingWords(words)) };
}

const sentencesOf = perPassage(({ windows }) =>
  windows
    .filter(({ text }) => !text.includes("\t"))
    .map(({ text }) => partsOf(text).flatMap((part) => statementOf(part.text) ?? [])),
);

/**
 * Whether a claim begins with one thing, and a part of a sentence says its words of another thing, where
 * the part with its own thing says something else: "tenants approve the cost" of "tenants describe the
 * fault, owners approve the cost".
 */
export function rivalSubject(plain: string, cited: readonly PassageFacts[]): string | null {
  // Figures and negations have rules of their own.
  if (/\d/.test(plain) || NEGATION.test(plain)) return null;
  const claim = statementOf(plain);
  if (claim === null) return null;
  const rest = [...claim.terms].filter((term) => term !== claim.subject);
  const score = ({ terms }: Statement) => rest.filter((term) => hasWord(terms, term)).length;
  const isRival = (statement: Statement) => {
    const said = score(statement);
    return (
      !hasWord(claim.terms, statement.subject) &&
      !hasWord(statement.terms, claim.subject) &&
      said >= LEAST_SHARED &&
      said >= rest.length * LEAST_SHARE &&
      said >= (statement.terms.size - 1) * LEAST_SHARE
    );
  };
  const sentences = cited.flatMap(sentencesOf);
  const own = sentences.flat().filter(({ terms }) => hasWord(terms, claim.subject));
  const best = Math.max(0, ...own.map(score));
  const isOther = sentences.some(
    (statements) =>
      statements.some(({ subject }) => subject === claim.subject) &&
      statements.some((each) => isRival(each) && score(each) > best),
  );
  return isOther ? `the cited passage says this of something else than "${claim.subject}"` : null;
}
