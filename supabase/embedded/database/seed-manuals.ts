import type { App } from "@supabase/lite";
import type {
  DocumentKind,
  DocumentLanguage,
  Passage,
  Reading,
} from "#supabase/functions/_shared/contracts/knowledge.ts";
import { DEMO_COMPANY, DEMO_MANUALS } from "#supabase/seed/demo.ts";
import type { Transaction } from "./database.ts";

/** The result of reading a manual in the same way as an administrator's browser. */
interface PreparedManual {
  kind: DocumentKind;
  /** Null for kinds without pages. */
  pageCount: number | null;
  picturePages: number[] | null;
  reading: Reading;
  language: DocumentLanguage;
  passages: Passage[];
}

const manualsFolder = new URL("../../seed/manuals/", import.meta.url);
/** Bucket of the knowledge base. */
const BUCKET = "knowledge-base";

/**
 * Puts the demo company's manuals into storage. When it is run again it writes the same objects.
 * @param secretKey secret key of `app`
 * @throws Error with storage's answer when it refuses a manual
 */
export async function storeDemoManuals(app: App, secretKey: string): Promise<void> {
  for (const { fileName, contentType } of DEMO_MANUALS) {
    const reply = await app.fetch(
      new Request(`http://localhost/storage/v1/object/${BUCKET}/${objectPath(fileName)}`, {
        method: "POST",
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          "content-type": contentType,
          "x-upsert": "true",
        },
        body: await Deno.readFile(new URL(fileName, manualsFolder)),
      }),
    );
    if (!reply.ok) {
      throw new Error(`${fileName} cannot be stored: ${reply.status} ${await reply.text()}`);
    }
    await reply.body?.cancel();
  }
}

/** Adds the rows and passages of the demo company's manuals; the company must be there. */
export async function insertDemoManuals(tx: Transaction, uploadedBy: string): Promise<void> {
  for (const { fileName, allowedAgents } of DEMO_MANUALS) {
    const { size } = await Deno.stat(new URL(fileName, manualsFolder));
    const manual: PreparedManual = JSON.parse(
      await Deno.readTextFile(new URL(`passages/${fileName}.json`, manualsFolder)),
    );
    const row = {
      file_name: fileName,
      file_path: objectPath(fileName),
      company_id: DEMO_COMPANY.id,
      uploaded_by: uploadedBy,
      allowed_agents: allowedAgents,
      kind: manual.kind,
      size_bytes: size,
      page_count: manual.pageCount,
      picture_pages: manual.picturePages,
      reading: manual.reading,
      language: manual.language,
      passage_count: manual.passages.length,
    };
    const [file] = await tx.query(
      `insert into public.knowledge_base (file_name, file_path, company_id, uploaded_by,
         allowed_agents, kind, size_bytes, page_count, picture_pages, reading, language,
         passage_count, created_at)
       select r.file_name, r.file_path, r.company_id, r.uploaded_by, r.allowed_agents, r.kind,
         r.size_bytes, r.page_count, r.picture_pages, r.reading, r.language, r.passage_count,
         clock_timestamp()
       from jsonb_to_record($1::text::jsonb) as r (file_name text, file_path text, company_id uuid,
         uploaded_by uuid, allowed_agents text[], kind text, size_bytes integer, page_count integer,
         picture_pages integer[], reading jsonb, language text, passage_count integer)
       returning id`,
      [JSON.stringify(row)],
    );
    await tx.query(
      `insert into public.knowledge_chunks (file_id, chunk_no, page, heading, body)
       select $1::uuid, p.chunk_no, p.page, p.heading, p.body
       from jsonb_to_recordset($2::text::jsonb)
         as p (chunk_no integer, page integer, heading text, body text)`,
      [String(file?.id), JSON.stringify(manual.passages)],
    );
  }
}

function objectPath(fileName: string): string {
  return `${DEMO_COMPANY.id}/0_${fileName}`;
}
