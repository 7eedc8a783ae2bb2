import type { QuestionAgent } from "@contracts/question.ts";
import { useEffect } from "react";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import { closeManual, useManualToOpen, usePanelOpened } from "./passage-to-open.ts";

/** The manuals panel and reader of a page; their code is loaded when it is first needed. */
export function ManualsHost(props: { agent: QuestionAgent }) {
  const panelWanted = usePanelOpened((opened) => opened);
  const manualWanted = useManualToOpen(({ manual }) => manual !== null);
  const wanted = panelWanted || manualWanted;
  const [Manuals, load] = useLazyModule(() =>
    import("./manuals-panel.tsx").then(
      (module) => module.Manuals,
      (error) => {
        closeAll();
        throw error;
      },
    ),
  );
  useEffect(() => closeAll, []);
  // `load` may be called again: it does nothing if the code is loaded or being loaded.
  useEffect(() => {
    if (wanted && Manuals === null) load();
  });
  return Manuals === null ? null : <Manuals agent={props.agent} />;
}

function closeAll(): void {
  closeManual();
  usePanelOpened.setState(false, true);
}
