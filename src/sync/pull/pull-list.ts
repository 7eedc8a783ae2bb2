import { answerFeedbackSchema } from "@contracts/answer-review.ts";
import type { Job } from "@contracts/job.ts";
import { readIdentity } from "#mirror/device/identity.ts";
import { CHANGES_SCOPE, replaceChanges } from "#mirror/person/entry-changes.ts";
import { COPY_LAYOUTS } from "#mirror/person/lists/companies.ts";
import { JOBS, namedJobs, replaceOwnJobs } from "#mirror/person/lists/jobs.ts";
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

/** What "Copy for CRM" copies in the person's company. */
export const pullCopyLayouts = pullList(COPY_LAYOUTS);

/** Most ids in one request: its address stays far below what servers take. */
const IDS_AT_ONCE = 100;

/** The open jobs of the person's own company, and closed ones that their entries name. */
export const pullOwnJobs: Pull = {
  scope: null,
  tables: JOBS.tables,
  async run(db, backend, now) {
    const companyId = (await readIdentity())?.companyId ?? null;
    if (companyId === null) return { kind: "ok", value: null };
    const askedAt = now();
    const order = ["number"];
    const match = { company_id: companyId };
    const open = { match: { ...match, status: "open" }, order };
    const answers = [await backend.rows.read(db.personId, JOBS, open)];
    const held = new Set(
      answers.flatMap((each) => (each.kind === "ok" ? each.value : [])).map(({ id }) => id),
    );
    const closed = (await namedJobs(db)).filter((id) => !held.has(id));
    for (let from = 0; from < closed.length; from += IDS_AT_ONCE) {
      const or = `id.in.(${closed.slice(from, from + IDS_AT_ONCE).join(",")})`;
      answers.push(await backend.rows.read(db.personId, JOBS, { match, or, order }));
    }
    const rows: Job[] = [];
    for (const answer of answers) {
      if (answer.kind !== "ok") return answer;
      rows.push(...answer.value);
    }
    await replaceOwnJobs(db, companyId, { rows, askedAt, now: now() });
    return { kind: "ok", value: null };
  },
};

const OWN_RATINGS = rowsLike("own_answer_feedback", answerFeedbackSchema);
/** Most ratings that a device keeps, the newest ones; Supabase returns no more rows at once. */
const RATINGS_LIMIT = 1000;

/** All changes of the person's entries, made on any device. */
export const pullOwnChanges = createPull({
  scope: CHANGES_SCOPE,
  tables: ["entry_changes"],
  ask: (backend, me) => backend.tables.readEntryChanges(me),
  replace: replaceChanges,
});

/** The person's ratings on any device, with what the office did about them. */
export const pullOwnRatings = createPull({
  scope: null,
  tables: ["answer_reviews"],
  ask: ({ rows }, me) =>
    rows.read(me, OWN_RATINGS, { match: {}, order: ["-updated_at"], limit: RATINGS_LIMIT }),
  replace: replaceRatings,
});
