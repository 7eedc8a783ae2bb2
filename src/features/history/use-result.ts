import { useEffect, useState } from "react";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";

/** Loaded after the page: until then, and if that fails, an answer shows its Markdown marks. */
let readableText: ((markdown: string, cited: boolean) => string) | null = null;
const loading = import("#ui/readable-text.ts").then(
  (module) => {
    ({ readableText } = module);
  },
  () => undefined,
);

/** The result of an entry, without the Markdown marks that a model wrote. */
export function useResult({ agent_type, output_summary }: MirroredAgentLog): string {
  const [readable, setReadable] = useState(() => readableText);
  useEffect(() => void loading.then(() => setReadable(() => readableText)), []);
  const written = output_summary ?? "";
  if (agent_type === "voice" || readable === null) return written;
  return readable(written, agent_type !== "snap");
}
