import type { SpokenTerm } from "@contracts/vocabulary.ts";
import { Button, CloseButton } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { dismissTerm } from "#mirror/person/lists/vocabulary.ts";
import { useShownIdentity } from "#session/pin.ts";
import { showUndo } from "#ui/toast.ts";
import type { Proposals } from "./use-proposals.ts";
import classes from "./vocabulary-panel.module.css";

/** How many proposals are shown at first, and more with each tap. */
const SHOWN = 12;
const UNDO_MS = 8000;

/** Codes and names of the company's documents, to add or dismiss with one tap each. */
export function ProposalsSection(props: {
  companyId: string;
  /** Null while the documents are being read. */
  proposals: Proposals | null;
  readOnly: boolean;
  onAdd: (entry: SpokenTerm) => Promise<boolean>;
}) {
  const { companyId, proposals, readOnly, onAdd } = props;
  const db = useMirror();
  const [shown, setShown] = useState(SHOWN);
  const isOwn = useShownIdentity()?.companyId === companyId;
  const terms = proposals?.terms ?? [];

  async function dismiss(term: string): Promise<void> {
    const dismissed = { company_id: companyId, term };
    await dismissTerm(db, dismissed);
    showUndo({
      title: "Proposal dismissed",
      message: term,
      forMs: UNDO_MS,
      undo: () => void dismissTerm(db, dismissed, false),
      closed: () => {},
    });
  }

  return (
    <section aria-labelledby="proposals" className={classes.section}>
      <h2 id="proposals" className={classes.title}>
        From your documents
      </h2>
      <p className={classes.about}>{describeProposals(proposals, isOwn)}</p>
      {terms.length > 0 && (
        <ul aria-label="Proposals" className={classes.proposals}>
          {terms.slice(0, shown).map(({ term, files }) => (
            <li key={term} className={classes.proposal}>
              <Button
                variant="default"
                leftSection={<Plus size={18} aria-hidden />}
                disabled={readOnly}
                aria-label={`Add: ${term}`}
                onClick={() => void onAdd({ term, heard: null })}
              >
                {term}
              </Button>
              {files > 1 && <span className={classes.files}>{files} documents</span>}
              <CloseButton
                size={44}
                aria-label={`Dismiss: ${term}`}
                onClick={() => void dismiss(term)}
              />
            </li>
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
