import type { QuestionAgent } from "@contracts/question.ts";
import { ManualsPanel } from "./manuals-panel.tsx";
import { Reader } from "./reader/reader.tsx";

/** The list of the manuals, and above it the manual that is open. */
export function Manuals(props: { agent: QuestionAgent }) {
  return (
    <>
      <ManualsPanel agent={props.agent} />
      <Reader />
    </>
  );
}
