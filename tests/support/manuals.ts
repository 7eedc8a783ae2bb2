import { randomUUID } from "node:crypto";
import type { AgentBench } from "./agent-bench.ts";

export interface ManualPassage {
  body: string;
  page?: number;
  heading?: string;
}

/** Adds a document with these passages to a company, as if an administrator had uploaded it. */
export async function addManual(
  { backend }: Pick<AgentBench, "backend">,
  companyId: string,
  manual: {
    name?: string;
    agents?: string[];
    passages: (ManualPassage | string)[];
    pictures?: number[];
  },
): Promise<string> {
  const id = randomUUID();
  const passages = manual.passages.map((passage) =>
    typeof passage === "string" ? { body: passage } : passage,
  );
  await backend.sql(
    `insert into public.knowledge_base (id, file_name, file_path, company_id, allowed_agents, kind,
       size_bytes, passage_count, picture_pages)
     values ($1, $2, $3, $4, $5, 'pdf', 1000, $6, $7)`,
    [
      id,
      manual.name ?? "manual.pdf",
      `${companyId}/${id}`,
      companyId,
      manual.agents ?? ["label_agent"],
      passages.length,
      manual.pictures ?? null,
    ],
  );
  for (const [number, { body, page = null, heading = null }] of passages.entries()) {
    await backend.sql(
      `insert into public.knowledge_chunks (file_id, chunk_no, page, heading, body)
       values ($1, $2, $3, $4, $5)`,
      [id, number, page, heading, body],
    );
  }
  return id;
}
