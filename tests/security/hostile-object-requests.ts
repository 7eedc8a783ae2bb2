import fc from "fast-check";
import { storableText } from "#supabase/functions/_shared/request/storable-text.ts";
import { type Aims, type HostileRequest, sender, types } from "./hostile-request.ts";
import { hostileText } from "./hostile-values.ts";

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
