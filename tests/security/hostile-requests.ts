import fc from "fast-check";
import { authRequest } from "./hostile-auth-requests.ts";
import { functionRequest } from "./hostile-function-requests.ts";
import { objectRequest } from "./hostile-object-requests.ts";
import type { Aims, HostileRequest } from "./hostile-request.ts";
import { rpcRequest, tableRequest } from "./hostile-rest-requests.ts";

/** Requests to every endpoint that accepts data from outside. */
export function hostileRequest(aims: Aims): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    { weight: 5, arbitrary: functionRequest(aims) },
    { weight: 6, arbitrary: tableRequest(aims) },
    { weight: 1, arbitrary: rpcRequest(aims) },
    { weight: 2, arbitrary: authRequest() },
    { weight: 1, arbitrary: objectRequest(aims) },
  );
}
