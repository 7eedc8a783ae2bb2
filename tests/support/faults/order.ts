import type { ModelServer } from "../sync/model-server.ts";
import type { Finding } from "./finding.ts";
import { answerIdOf, conversationOf, hasId, type MadeItem, type MintedItem } from "./made-items.ts";

/**
 * Checks that each conversation has its questions in the order they were asked, each answer right
 * after its question. Two exceptions: a question spoken into a page that died is asked when its
 * person sends it, whatever was asked meanwhile; and the questions of an earlier account are asked
 * when the account is taken over.
 */
export function order(server: ModelServer, made: MadeItem[]): Finding[] {
  const stored = [...server.messages.keys()];
  const places = ["a", "b", "ask"].flatMap((conversation) => {
    return [...new Set(made.map(({ personId }) => personId))].map((accountId) => {
      return { conversation, accountId };
    });
  });
  return places.flatMap(({ conversation, accountId }): Finding[] => {
    const asked = made.filter(hasId).filter((item) => conversationOf(item) === conversation);
    const all = asked.flatMap(({ id }) => [id, answerIdOf(id)]);
    const said = stored.filter((id) => all.includes(id));
    const isBehind = ({ id }: MintedItem) =>
      !said.includes(answerIdOf(id)) || said.indexOf(answerIdOf(id)) === said.indexOf(id) + 1;
    const inTurn = asked.filter(({ kind, saved, personId }) => {
      return personId === accountId && (kind !== "spoken question" || saved);
    });
    const expected = inTurn.flatMap(({ id }) => [id, answerIdOf(id)]);
    const inTime = said.filter((id) => expected.includes(id));
    const inOrder = expected.filter((id) => inTime.includes(id));
    if (inTime.every((id, index) => id === inOrder[index]) && asked.every(isBehind)) return [];
    const numbers = said.map((id) => all.indexOf(id)).join(" ");
    return [{ broken: "reordered", about: `conversation ${conversation}: ${numbers}` }];
  });
}
