import { expect, test } from "vitest";
import { profileSchema } from "../contracts/person.ts";
import { readEnvironment } from "./environment.ts";
import { systemPorts } from "./ports.ts";
import { createServiceRest } from "./service-rest.ts";

async function headersFor(serviceRoleKey: string): Promise<Headers> {
  let sent = new Headers();
  const environment = readEnvironment({
    SUPABASE_URL: "https://project.supabase.co",
    SUPABASE_ANON_KEY: "anon",
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
  });
  const rest = createServiceRest(environment, {
    ...systemPorts,
    fetch: async (_, init) => {
      sent = new Headers(init?.headers);
      return Response.json([]);
    },
  });
  await rest.select("profiles", { id: "eq.1" }, profileSchema);
  return sent;
}

test.each([
  [
    "a key that is a JWT is",
    "eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
  ],
  ["a secret key that is no JWT is not", "sb_secret_x", null],
])("%s sent in Authorization", async (_, key, authorization) => {
  const headers = await headersFor(key);
  expect(headers.get("apikey")).toBe(key);
  expect(headers.get("Authorization")).toBe(authorization);
});
