import { expect, test } from "vitest";
import { better } from "#supabase/functions/_shared/grounding/check-answer.ts";
import { readSet, SETS } from "./model-sets.ts";

test.each(SETS)(
  "few sentences of right answers of $name are marked, and hardly any answer is withheld",
  ({ name, ...limits }) => {
    const set = readSet(name);
    const answers = set.questions.map((asked, at) => {
      const first = set.check(asked.answer, asked);
      const again = first.problems.length > 0 ? set.again[at] : undefined;
      const last = again === undefined ? first : better(first, set.check(again, asked));
      return { question: asked.question, first, last };
    });
    const sum = (of: "first" | "last") =>
      answers.reduce((all, each) => all + each[of].claims - each[of].supported, 0);
    // The model says itself that it found nothing where it claims nothing.
    const withheld = answers.filter(
      ({ first, last }) => first.claims > 0 && last.reply.basis === "nothing",
    );
    const [marked, left] = [sum("first"), sum("last")];
    const all = answers.reduce((some, { first }) => some + first.claims, 0);
    console.info(
      `${name}: marked ${marked} of ${all}, after asking again ${left}, withheld ${withheld.length}`,
    );
    const list = answers.flatMap(({ first }) => first.problems).join("\n");
    expect(marked, list).toBeLessThanOrEqual(limits.marked);
    expect(left, list).toBeLessThanOrEqual(limits.left);
    const questions = withheld.map(({ question }) => question).join("\n");
    expect(withheld.length, questions).toBeLessThanOrEqual(limits.withheld);
  },
);
