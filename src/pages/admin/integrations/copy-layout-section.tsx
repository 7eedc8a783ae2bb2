import { COPY_PARTS, type CopyPart } from "@contracts/company.ts";
import { ActionIcon, Button, Group } from "@mantine/core";
import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { changeRowBy } from "#commands/list-rows.ts";
import shared from "#features/administration/administration.module.css";
import { Check } from "#features/administration/choices.tsx";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import {
  COPY_NAMES,
  type CopiedNote,
  layOutNote,
  USUAL_LAYOUT,
} from "#features/history/copy-layout.ts";
import { COPY_LAYOUTS } from "#mirror/person/lists/companies.ts";
import { isSame } from "#mirror/person/lists/mirrored-table.ts";
import classes from "./integrations.module.css";

const EXAMPLE: CopiedNote = {
  job: "A-200 · Boiler room · Riverside School",
  person: "Robin Hall",
  summary: "Replaced the circulation pump. Pressure holds at 1.5 bar.",
  transcription:
    "I have replaced the circulation pump in the boiler room, and it holds at 1.5 bar.",
};

/** Chooses what "Copy for CRM" copies of a note. */
export function CopyLayoutSection(props: {
  companyId: string;
  /** Null if the company has chosen nothing. */
  saved: readonly CopyPart[] | null;
}) {
  const { companyId } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  const stored = props.saved ?? USUAL_LAYOUT;
  /** All parts in the order that is chosen and not saved yet. */
  const [order, setOrder] = useState<readonly CopyPart[] | null>(null);
  const [left, setLeft] = useState<readonly CopyPart[] | null>(null);
  const out = left ?? COPY_PARTS.filter((part) => !stored.includes(part));
  const parts = order ?? [...out, ...stored];
  const layout = parts.filter((part) => !out.includes(part));
  const hasText = layout.includes("summary") || layout.includes("transcription");

  function moveUp(part: CopyPart): void {
    const others = parts.filter((each) => each !== part);
    setOrder(others.toSpliced(parts.indexOf(part) - 1, 0, part));
  }
  function choose(part: CopyPart, isChosen: boolean): void {
    setOrder(parts);
    setLeft(isChosen ? out.filter((each) => each !== part) : [...out, part]);
  }
  async function save(): Promise<void> {
    if (command === null) return;
    // Without a choice, the history copies the summary alone.
    const copy_layout = isSame(layout, USUAL_LAYOUT) ? null : layout;
    const values = { company: companyId, layout: copy_layout };
    const call: [string, object] = ["set_copy_layout", values];
    const sent = changeRowBy(command, call, COPY_LAYOUTS, companyId, { copy_layout });
    await showResult(sent, "Error saving", "Layout saved", "Devices copy notes like this soon.");
  }

  return (
    <section aria-labelledby="copy-layout" className={shared.panel}>
      <h2 id="copy-layout" className={shared.title}>
        Copy for CRM
      </h2>
      <p className={shared.about}>
        What technicians copy of a note with one tap, and in which order. “Technician” is the name
        of the person who made the note.
      </p>
      <ReadOnlyNotice />
      <div className={classes.layout}>
        <ul className={classes.list} aria-label="Parts of the text">
          {parts.map((part, place) => (
            <li key={part} className={classes.part}>
              <Check
                label={COPY_NAMES[part]}
                checked={!out.includes(part)}
                onChange={(isChosen) => choose(part, isChosen)}
              />
              {place > 0 && (
                <ActionIcon
                  variant="default"
                  aria-label={`Move up: ${COPY_NAMES[part]}`}
                  onClick={() => moveUp(part)}
                >
                  <ArrowUp size={20} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
        <section aria-label="Example" className={classes.code}>
          {layOutNote(layout, EXAMPLE)}
        </section>
      </div>
      {!hasText && (
        <p role="alert" className={shared.error}>
          Choose the summary or the transcription.
        </p>
      )}
      <Group>
        <Button
          disabled={readOnly || !hasText || isSame(layout, stored)}
          onClick={() => void save()}
        >
          Save layout
        </Button>
      </Group>
    </section>
  );
}
