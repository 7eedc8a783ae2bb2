import type { QuestionAgent } from "@contracts/question.ts";
import { useEffect } from "react";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import { usePanelOpened } from "./panel-opened.ts";
import { closeManual, useManualToOpen } from "./passage-to-open.ts";

/** The manuals and their reader, for a page that opens them. Their code comes when it is needed. */
export function ManualsHost(props: { agent: QuestionAgent }) {
  const panelWanted = usePanelOpened((opened) => opened);
  const manualWanted = useManualToOpen(({ manual }) => manual !== null);
  const wanted = panelWanted || manualWanted;
  const [Manuals, load] = useLazyModule(() =>
    import("./manuals.tsx").then(
      (module) => module.Manuals,
      (error) => {
        closeAll();
        throw error;
      },
    ),
  );
  useEffect(() => closeAll, []);
  // Asking again while it is loaded or on its way costs nothing.
  useEffect(() => {
    if (wanted && Manuals === null) load();
  });
  return Manuals === null ? null : <Manuals agent={props.agent} />;
}

function closeAll(): void {
  closeManual();
  usePanelOpened.setState(false, true);
}
