import { expect, test } from "vitest";
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
  await rest.select("profiles", { id: "eq.1" });
  return sent;
}

test("a key that is a JWT is also sent in Authorization", async () => {
  const headers = await headersFor("eyJhbGciOiJIUzI1NiJ9.e30.c2ln");
  expect(headers.get("apikey")).toBe("eyJhbGciOiJIUzI1NiJ9.e30.c2ln");
  expect(headers.get("Authorization")).toBe("Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln");
});

test("a secret key that is no JWT is not sent in Authorization", async () => {
  const headers = await headersFor("sb_secret_x");
  expect(headers.get("apikey")).toBe("sb_secret_x");
  expect(headers.get("Authorization")).toBeNull();
});
