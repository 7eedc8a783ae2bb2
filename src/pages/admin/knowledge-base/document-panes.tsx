import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import shared from "#features/administration/administration.module.css";
import { SortedRows } from "#features/lists/sorted-rows.tsx";
import { formatDay } from "#ui/format.ts";
import { sortIn, sortRows } from "#ui/sort.ts";
import { AgentIcons } from "../agent-icons.tsx";
import classes from "./document-panes.module.css";
import type { KnowledgeDocument } from "./documents.ts";
import { FILE_AGENTS } from "./file-agents.tsx";

/** Documents in a list of low rows, and beside it the details of one of them: at first of the first. */
export function DocumentPanes(
  props: Omit<ComponentProps<typeof SortedRows<KnowledgeDocument>>, "row" | "usualHeight"> & {
    /** In a few words what is wrong with a document or done with it; null for nothing. */
    describeTrouble: (document: KnowledgeDocument) => string | null;
    details: (document: KnowledgeDocument) => ReactNode;
    /** Stands above the details. */
    aside: ReactNode;
  },
) {
  const { describeTrouble, details, aside, ...list } = props;
  const sorted = sortRows(list.rows, list.columns, sortIn(useSearchParams()).sort);
  const [chosen, setChosen] = useState({ id: sorted[0]?.id, at: 0 });
  // After a deletion, the next one takes the place of the one that is gone.
  const shown = sorted.find(({ id }) => id === chosen.id) ?? sorted[chosen.at] ?? sorted.at(-1);
  const choose = (id: string) =>
    setChosen({ id, at: sorted.findIndex((document) => document.id === id) });

  function drawRow(document: KnowledgeDocument): ReactNode {
    const { file_name, allowed_agents, created_at } = document.current;
    const trouble = describeTrouble(document);
    const isChosen = document === shown;
    return (
      <div className={classes.row} data-chosen={isChosen || undefined}>
        <h3 className={classes.name}>
          <button
            type="button"
            className={classes.button}
            aria-current={isChosen}
            // One stop of the Tab key: the arrow keys go from row to row.
            tabIndex={isChosen ? 0 : -1}
            onClick={() => choose(document.id)}
            onKeyDown={focusNeighbour}
          >
            {file_name}
          </button>
        </h3>
        <AgentIcons
          agents={FILE_AGENTS.flatMap(({ id, agent }) =>
            allowed_agents.includes(agent) ? id : [],
          )}
        />
        <span className={trouble === null ? shared.facts : shared.waiting}>
          {trouble ?? formatDay(Date.parse(created_at))}
        </span>
      </div>
    );
  }

  const side = (
    <>
      {aside}
      <section aria-label="Details">{shown !== undefined && details(shown)}</section>
    </>
  );
  return (
    <Panes side={side}>
      <SortedRows {...list} usualHeight={40} onAttend={choose} row={drawRow} />
    </Panes>
  );
}

/** A list with its details beside it. */
export function Panes({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.panes}>
      <div className={classes.list}>{children}</div>
      <div className={classes.side}>{side}</div>
    </div>
  );
}

/** Moves the focus to the row above or below; the row that gets it is chosen. */
function focusNeighbour(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  const row = event.currentTarget.closest("li");
  const next = event.key === "ArrowUp" ? row?.previousElementSibling : row?.nextElementSibling;
  next?.querySelector("button")?.focus();
}
