import { goldenScope, replaceGoldenQuestions } from "#mirror/person/lists/golden-questions.ts";
import { type Pull, pullOf } from "./pull.ts";

/** A company's golden set. */
export function pullGoldenQuestions(companyId: string): Pull {
  return pullOf({
    scope: goldenScope(companyId),
    tables: ["golden_questions"],
    ask: (backend, me) => backend.golden.questions(me, companyId),
    replace: (db, answer) => replaceGoldenQuestions(db, companyId, answer),
  });
}
