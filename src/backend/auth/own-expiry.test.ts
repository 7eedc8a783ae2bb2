import { expect, it } from "vitest";
import { ownExpiry } from "./auth-js-workarounds.ts";

const SESSION = {
  access_token: "a",
  refresh_token: "r",
  expires_in: 3600,
  expires_at: 1_700_000_000,
};
const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });
const TOKEN = "https://backend.test/auth/v1/token?grant_type=refresh_token";

it("ownExpiry removes a session's expiry time and keeps its lifetime", async () => {
  const response = await ownExpiry(answering(JSON.stringify(SESSION)))(TOKEN);
  const { expires_at: _, ...rest } = SESSION;
  expect(await response.json()).toEqual(rest);
});

it.each([
  ["a login page", TOKEN, "<html></html>"],
  [
    "the reply to another request",
    "https://backend.test/rest/v1/agent_logs",
    JSON.stringify(SESSION),
  ],
])("ownExpiry leaves %s unchanged", async (_, url, body) => {
  expect(await (await ownExpiry(answering(body))(url)).text()).toBe(body);
});
