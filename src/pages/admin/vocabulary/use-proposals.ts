import { isSuperseded } from "@contracts/knowledge.ts";
import { useEffect, useMemo, useState } from "react";
import { type ProposedTerm, TermProposer } from "#knowledge/proposals/propose-terms.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** How long passages are read before the page has another turn, in ms. */
const TURN_MS = 10;

/** Words that a company's documents on this device hold. */
export interface Proposals {
  /** How many documents they were read from. */
  documents: number;
  terms: readonly ProposedTerm[];
}

/** @param known terms that are not proposed @returns null while the documents are being read */
export function useProposals(companyId: string, known: readonly string[]): Proposals | null {
  const db = useMirror();
  const files = useLive(() => readKnowledgeFiles(db, companyId), [db, companyId]);
  // A text, so that a change of other fields of a file does not read all documents again.
  const sources = files
    ?.filter(({ passagesOf, deleting_at }) => passagesOf !== null && deleting_at === null)
    .filter((file) => !isSuperseded(file))
    .map(({ id, passagesOf }) => `${id} ${passagesOf}`)
    .join("\n");
  const [read, setRead] = useState<{ sources: string; proposer: TermProposer } | null>(null);
  useEffect(() => {
    if (sources === undefined) return;
    const left = new AbortController();
    void readDocuments(db, idsIn(sources), left.signal).then((proposer) => {
      if (proposer !== null) setRead({ sources, proposer });
    });
    return () => left.abort();
  }, [db, sources]);
  return useMemo(
    () =>
      read === null || read.sources !== sources
        ? null
        : { documents: idsIn(read.sources).length, terms: read.proposer.proposals(known) },
    [read, sources, known],
  );
}

function idsIn(sources: string): string[] {
  return sources === "" ? [] : sources.split("\n").map((line) => line.split(" ")[0] ?? "");
}

/** @returns null when it is not needed any more */
async function readDocuments(
  db: PersonDatabase,
  ids: readonly string[],
  left: AbortSignal,
): Promise<TermProposer | null> {
  const proposer = new TermProposer();
  let turnEnds = performance.now() + TURN_MS;
  for (const id of ids) {
    for (const { body } of await readPassages(db, id)) {
      proposer.add(id, body);
      if (performance.now() < turnEnds) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (left.aborted) return null;
      turnEnds = performance.now() + TURN_MS;
    }
  }
  return left.aborted ? null : proposer;
}
