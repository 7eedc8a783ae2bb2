// @module-tag rest

import { once } from "node:events";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, expect, test } from "vitest";
import { post, runningBackend } from "#tests/support/running-backend.ts";

const PERSON = "tech@demo.example";
const USER = "field";
const PASSWORD = "smtp-secret-password";

let server: SMTPServer;
/** The mails as they were sent, with their headers. */
let received: { from: string; to: string[]; mail: string }[];
let refusal: string | null;

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
const backend = runningBackend(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === USER && password === PASSWORD
        ? done(null, { user: username })
        : done(new Error("Wrong password")),
    onData: async (stream, { envelope }, done) => {
      const mail = await text(stream);
      if (refusal !== null) return done(new Error(refusal));
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), mail });
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    env: {
      SMTP_URL: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}`,
      SMTP_FROM: "Field Agents <no-reply@field.example>",
    },
  };
});
beforeEach(() => {
  received = [];
  refusal = null;
});

const recover = (email: string) => post(backend, "auth/v1/recover", { email });

/** The link in a mail, whose lines are wrapped for the transport. */
const linkOf = (mail: string) =>
  /http\S+verify\?\S+/.exec(mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="))?.[0] ?? "";

test("a link to choose a new password is handed to the mail server, and leads to the app", async () => {
  const config = await (await fetch(`${backend.url}/config.json`)).json();
  expect(config.sendsMail).toBe(true);
  // An address without an account first: a mail for it would arrive before the other one.
  expect((await recover("nobody@demo.example")).status).toBe(200);
  expect((await recover(PERSON)).status).toBe(200);
  await expect.poll(() => received).toHaveLength(1);
  const [sent] = received;
  expect(sent).toMatchObject({ from: "no-reply@field.example", to: [PERSON] });
  expect(sent?.mail).toMatch(/^From: Field Agents <no-reply@field\.example>\r$/m);
  expect(sent?.mail).toMatch(/^Subject: Choose a new password\r$/m);
  const reply = await fetch(linkOf(sent?.mail ?? ""), { redirect: "manual" });
  expect(reply.headers.get("location")).toContain("token_hash=");
  expect(existsSync(join(backend.dataDir, "mail"))).toBe(false);
});

test("a mail that the server refuses is told in the log, without its link or the password", async () => {
  refusal = "Mailbox is full";
  expect((await recover(PERSON)).status).toBe(200);
  const told = () => backend.log().filter(({ level }) => level === "error");
  await expect.poll(told).toHaveLength(1);
  expect(told()[0]?.message).toContain("A mail could not be handed to the SMTP server");
  expect(backend.output()).not.toMatch(/verify\?|smtp-secret-password/);
});
