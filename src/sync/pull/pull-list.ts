import { answerFeedbackSchema } from "@contracts/answer-review.ts";
import { readIdentity } from "#mirror/device/identity.ts";
import {
  listScope,
  replaceList,
  rowsLike,
  type ServerList,
  selectPart,
} from "#mirror/person/lists/server-list.ts";
import { VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import { replaceRatings } from "#mirror/person/ratings.ts";
import { createPull, type Pull } from "./pull.ts";

const pulls = new Map<string, Pull>();

/** The refresh of a part of a list, the same object each time. */
export function pullList<Row extends { id: string }, Part extends [] | [string | null]>(
  list: ServerList<Row, Part>,
  ...part: Part
): Pull {
  const scope = listScope(list, ...part);
  const known = pulls.get(scope);
  if (known !== undefined) return known;
  const pull = createPull<Row>({
    scope,
    tables: list.tables,
    ask: ({ rows }, me, now) => rows.read(me, list, selectPart(list, now, ...part)),
    replace: (db, answer) => replaceList(db, list, answer, ...part),
  });
  pulls.set(scope, pull);
  return pull;
}

/** The vocabulary of the person's own company, with which the device corrects what it heard. */
export const pullOwnVocabulary: Pull = {
  scope: null,
  tables: VOCABULARY.tables,
  async run(db, backend, now) {
    const companyId = (await readIdentity())?.companyId ?? null;
    if (companyId === null) return { kind: "ok", value: null };
    return await pullList(VOCABULARY, companyId).run(db, backend, now);
  },
};

const OWN_RATINGS = rowsLike("own_answer_feedback", answerFeedbackSchema);
/** Most ratings that a device keeps, the newest ones; Supabase returns no more rows at once. */
const RATINGS_LIMIT = 1000;

/** The person's ratings on any device, with what the office did about them. */
export const pullOwnRatings = createPull({
  scope: null,
  tables: ["answer_reviews"],
  ask: ({ rows }, me) =>
    rows.read(me, OWN_RATINGS, { match: {}, order: ["-updated_at"], limit: RATINGS_LIMIT }),
  replace: replaceRatings,
});
