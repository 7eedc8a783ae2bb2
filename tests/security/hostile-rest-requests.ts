import fc from "fast-check";
import { storableText } from "#supabase/functions/_shared/request/storable-text.ts";
import { statable } from "../policies/expected/expectations.ts";
import { type TableName, tableNames } from "../policies/world/tables.ts";
import { type Aims, type HostileRequest, jsonBody, sender, types } from "./hostile-request.ts";
import { hostileObject, hostileText } from "./hostile-values.ts";

/** Requests to every table. */
export function tableRequest(aims: Aims): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...tableNames).chain((table) => {
    const columns = statable[table].length > 0 ? statable[table] : ["id", "status"];
    const row = hostileObject(
      Object.fromEntries(columns.map((column) => [column, columnValue(column, aims)])),
    );
    const filter = fc.oneof(
      { weight: 4, arbitrary: fc.constant(`?${keyOf(table)}=eq.${aims.bystander}`) },
      { weight: 1, arbitrary: fc.uuid().map((it) => `?${keyOf(table)}=eq.${it}`) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.constantFrom(
              ...["id=eq.", "id=in.(", "select=", "order=", "limit=", "or=(", "columns="],
              ...["offset=", "on_conflict=", "id=not.is.", "created_at=gt."],
              ...["select=*,profiles(", "company_id=eq."],
            ),
            hostileText,
          )
          .map(
            ([name, value]) => `?${name}${encodeURIComponent(storableText(value)).slice(0, 4000)}`,
          ),
      },
    );
    const prefer = fc.constantFrom<Record<string, string>>(
      {},
      { prefer: "return=representation" },
      { prefer: "resolution=merge-duplicates" },
      { prefer: "count=exact,tx=rollback,missing=default" },
      { range: "9-1" },
      { "accept-profile": "auth", "content-profile": "private" },
      { accept: "text/csv" },
      { accept: "application/vnd.pgrst.object+json" },
    );
    const method = fc.constantFrom(
      ...["POST", "POST", "POST", "PATCH", "PATCH", "DELETE", "PUT", "GET"],
    );
    return fc
      .tuple(sender, method, filter, prefer, jsonBody(row))
      .map(([from, verb, query, headers, { type, body }]) => ({
        sender: from,
        service: "rest",
        method: verb,
        // An insert takes the id from its body, so it gets no filter.
        path: `/rest/v1/${table}${verb === "POST" && query.includes("=eq.") ? "" : query}`,
        headers: { "content-type": type, ...headers },
        body: verb === "GET" || verb === "DELETE" ? null : body,
      }));
  });
}

/** The column that a filter uses to name a row of the table. */
function keyOf(table: TableName): string {
  return statable[table].includes("user_id") || table === "user_roles" ? "user_id" : "id";
}

function columnValue(column: string, aims: Aims): fc.Arbitrary<unknown> {
  if (column === "id") return fc.uuid();
  if (column === "company_id") return fc.constantFrom(aims.company, aims.otherCompany);
  if (column === "file_id") return fc.constant(aims.file);
  if (/_id$|_by$/.test(column)) return fc.constantFrom(aims.bystander, aims.company);
  if (/_at$/.test(column)) return fc.constantFrom("2026-01-05T08:00:00Z", "2026-01-05", "now");
  if (/^(chunk_no|page|size_bytes|.*_count)$/.test(column)) return fc.integer();
  return hostileText;
}

/** Requests to the database's functions. */
export function rpcRequest(aims: Aims): fc.Arbitrary<HostileRequest> {
  const parameters = hostileObject({
    ...{ query: hostileText, agent: fc.constantFrom("label_agent", "ask_agent") },
    ...{ max_results: fc.integer(), person: fc.constant(aims.bystander) },
  });
  const name = fc.constantFrom("search_knowledge", "search_knowledge_for", "claim_agent_request");
  return fc.tuple(sender, name, jsonBody(parameters)).map(([from, called, { type, body }]) => ({
    ...{ sender: from, service: "rest", method: "POST", path: `/rest/v1/rpc/${called}`, body },
    headers: { "content-type": type },
  }));
}

/** Requests to the storage API. */
export function objectRequest(aims: Aims): fc.Arbitrary<HostileRequest> {
  const folder = fc.constantFrom(aims.company, aims.otherCompany, "..", "%2e%2e", "");
  const path = fc
    .tuple(folder, hostileText)
    .map(([it, name]) => `${it}/${encodeURIComponent(storableText(name)).slice(0, 2000)}`);
  const method = fc.constantFrom("POST", "PUT", "GET", "DELETE");
  return fc
    .tuple(sender, method, path, types, fc.uint8Array({ maxLength: 100 }))
    .map(([from, verb, name, type, bytes]) => ({
      ...{ sender: from, service: "storage", method: verb },
      path: `/storage/v1/object/knowledge-base/${name}`,
      headers: { "content-type": type },
      body: verb === "POST" || verb === "PUT" ? Buffer.from(bytes) : null,
    }));
}
