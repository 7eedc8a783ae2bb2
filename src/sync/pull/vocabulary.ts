import { readIdentity } from "#mirror/device/identity.ts";
import { replaceVocabulary, vocabularyScope } from "#mirror/person/lists/vocabulary.ts";
import { type Pull, pullOf } from "./pull.ts";

export function pullVocabulary(companyId: string): Pull {
  return pullOf({
    scope: vocabularyScope(companyId),
    tables: ["vocabulary_terms"],
    ask: (backend, me) => backend.vocabulary.terms(me, companyId),
    replace: (db, answer) => replaceVocabulary(db, companyId, answer),
  });
}

/** The vocabulary of the person's own company, with which the device corrects what it heard. */
export const pullOwnVocabulary: Pull = {
  scope: null,
  tables: ["vocabulary_terms"],
  async run(db, backend, now) {
    const companyId = (await readIdentity())?.companyId ?? null;
    if (companyId === null) return { kind: "ok", value: null };
    return await pullVocabulary(companyId).run(db, backend, now);
  },
};
