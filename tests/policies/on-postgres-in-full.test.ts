// @module-tag night
// @module-tag long

import { describe } from "vitest";
import { casesByRequests, rightsByStatements } from "./all-cases.ts";
import { worldOnPostgres } from "./world/postgres-world.ts";

// `on-postgres.test.ts` has the cases that are a server's own.
const { world, sql } = worldOnPostgres();

casesByRequests(world);

describe("after all requests were served", () => rightsByStatements(world, sql));
