import { isSuperseded } from "@contracts/knowledge.ts";
import type { SpokenTerm } from "@contracts/vocabulary.ts";
import { Button, CloseButton } from "@mantine/core";
import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { offerUndo } from "#features/administration/show-result.ts";
import { useServerList } from "#features/lists/use-list.ts";
import { type ProposedTerm, TermProposer } from "#knowledge/proposals/propose-terms.ts";
import { proposeReplacements, replacementKey } from "#knowledge/proposals/proposed-replacements.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import { CORRECTED_NOTES, dismissTerm } from "#mirror/person/lists/vocabulary.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { useShownIdentity } from "#session/pin.ts";
import classes from "./vocabulary-panel.module.css";

/** How many proposals are shown at first, and more with each tap. */
const SHOWN = 12;

/** Codes and names of the company's documents, to add or dismiss with one tap each. */
export function ProposalsSection(props: {
  companyId: string;
  /** Terms that are not proposed; null before they are known. */
  known: readonly string[] | null;
  readOnly: boolean;
  onAdd: (entry: SpokenTerm) => Promise<boolean>;
}) {
  const { companyId, known, readOnly, onAdd } = props;
  const db = useMirror();
  const [shown, setShown] = useState(SHOWN);
  const isOwn = useShownIdentity()?.companyId === companyId;
  const proposals = useProposals(companyId, known);
  const terms = proposals?.terms ?? [];

  const dismiss = (term: string) => dismissProposal(db, companyId, term);

  return (
    <section aria-labelledby="proposals" className={shared.panel}>
      <h2 id="proposals" className={shared.title}>
        From your documents
      </h2>
      <p className={shared.about}>{describeProposals(proposals, isOwn)}</p>
      {terms.length > 0 && (
        <ul aria-label="Proposals" className={classes.proposals}>
          {terms.slice(0, shown).map(({ term, files }) => (
            <Proposal
              key={term}
              name={term}
              about={files > 1 ? `${files} documents` : null}
              readOnly={readOnly}
              onAdd={() => void onAdd({ term, heard: null })}
              onDismiss={() => void dismiss(term)}
            />
          ))}
        </ul>
      )}
      {terms.length > shown && (
        <Button
          variant="default"
          className={classes.start}
          onClick={() => setShown(shown + 2 * SHOWN)}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

/** What people of the company wrote in the place of what was heard, in three notes or more. */
export function CorrectionsSection(props: {
  companyId: string;
  vocabulary: readonly SpokenTerm[];
  dismissed: readonly string[];
  readOnly: boolean;
  onAdd: (entry: SpokenTerm) => Promise<boolean>;
}) {
  const { companyId, vocabulary, dismissed, readOnly, onAdd } = props;
  const db = useMirror();
  const { rows } = useServerList(CORRECTED_NOTES, null, companyId);
  const proposals = useMemo(() => proposeReplacements(rows ?? []), [rows]);
  const replaced = new Set(vocabulary.map(({ heard }) => heard?.toLowerCase()));
  const shown = proposals.filter(
    (each) => !replaced.has(each.heard.toLowerCase()) && !dismissed.includes(replacementKey(each)),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="corrections" className={shared.panel}>
      <h2 id="corrections" className={shared.title}>
        From corrected notes
      </h2>
      <p className={shared.about}>
        People of your company changed this in several notes. Add it, and it is always replaced.
      </p>
      <ul aria-label="Proposals from corrected notes" className={classes.proposals}>
        {shown.map(({ heard, term, notes }) => (
          <Proposal
            key={replacementKey({ heard, term })}
            name={`${heard} → ${term}`}
            about={`${notes} notes`}
            readOnly={readOnly}
            onAdd={() => void onAdd({ term, heard })}
            onDismiss={() => void dismissProposal(db, companyId, replacementKey({ heard, term }))}
          />
        ))}
      </ul>
    </section>
  );
}

/** A proposal, to add or dismiss with one tap. */
function Proposal(props: {
  name: string;
  about: string | null;
  readOnly: boolean;
  onAdd: () => void;
  onDismiss: () => void;
}) {
  const { name, about } = props;
  return (
    <li className={classes.proposal}>
      <ActionButton
        icon={Plus}
        disabled={props.readOnly}
        aria-label={`Add: ${name}`}
        onClick={props.onAdd}
      >
        {name}
      </ActionButton>
      <span className={classes.beside}>
        {about !== null && <span className={shared.about}>{about}</span>}
        <CloseButton
          size="var(--fa-control)"
          aria-label={`Dismiss: ${name}`}
          onClick={props.onDismiss}
        />
      </span>
    </li>
  );
}

async function dismissProposal(db: PersonDatabase, companyId: string, term: string): Promise<void> {
  const dismissed = { company_id: companyId, term };
  await dismissTerm(db, dismissed);
  offerUndo("Proposal dismissed", term, () => void dismissTerm(db, dismissed, false));
}

function describeProposals(proposals: Proposals | null, isOwn: boolean): string {
  if (!isOwn) {
    return "Documents of other companies are not on this device, so nothing can be proposed from them.";
  }
  if (proposals === null) return "Reading the documents...";
  if (proposals.documents === 0) return "No documents are on this device yet.";
  return proposals.terms.length === 0
    ? "No more codes or names to propose."
    : "Codes and names that your documents use. Add those that people say.";
}

/** How long passages are read before the page has another turn, in ms. */
const TURN_MS = 10;

/** Words that a company's documents on this device hold. */
interface Proposals {
  /** How many documents they were read from. */
  documents: number;
  terms: readonly ProposedTerm[];
}

/** @returns null while the documents are being read */
function useProposals(companyId: string, known: readonly string[] | null): Proposals | null {
  const db = useMirror();
  const files = useLive(() => readKnowledgeFiles(db, companyId), [db, companyId]);
  // A text, so that a change of other fields of a file does not read all documents again.
  const sources = files
    ?.filter((file) => file.passagesOf !== null && file.deleting_at === null && !isSuperseded(file))
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
      known === null || read === null || read.sources !== sources
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
