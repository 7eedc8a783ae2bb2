import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

// Of this machine's loopback, until 2126, and the authority that has signed it.
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBXjCCAQSgAwIBAgIUKLj1gjXPsvJBME1BSVHBNlY7ztUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcmVjZWl2ZXJzMCAXDTI2MTEyOTIxMjI1NVoYDzIxMjYxMTA1
MjEyMjU1WjAUMRIwEAYDVQQDDAlyZWNlaXZlcnMwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASPTVk1ib+2I+zKhaerpHatJA7zZig6iC1O3Hqbn2ja250g1jOF175y
ijh9Uz6fdTMOD1ukKhML/UawsF3tg3cxozIwMDAPBgNVHRMBAf8EBTADAQH/MB0G
A1UdDgQWBBS1SRBS8PBj0749txKhgQ9RwYwgbjAKBggqhkjOPQQDAgNIADBFAiEA
8sWLt17OTu3AQCU07FWdCTQdH+Ii6MpqMrUPC5w40FUCIAW4TVqOGXkHif54W/IW
+aCWRBXmj/eteV99RxUZBvB9
-----END CERTIFICATE-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUB6s+wltqoKPrdwAkpUJvTE8ePLYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcmVjZWl2ZXJzMCAXDTI2MTEyOTIxMjI1NVoYDzIxMjYxMTA1
MjEyMjU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARs4z7tim1/sKj6oKOq6NA0h2Jpxs+my1Mt/h3v5CZtFcHyAulmL61T
geNe8SSr2GONl/uREpHTE6PmLSEXlb/Xo2kwZzAaBgNVHREEEzARgglsb2NhbGhv
c3SHBH8AAAEwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBS1SRBS8PBj0749txKhgQ9R
wYwgbjAdBgNVHQ4EFgQUrqrBWvyunfaiBG4N/xDHCi1AHcEwCgYIKoZIzj0EAwID
SAAwRQIgfcpZMTxxgHkvsaMfisiihXL+v6JOWToh91AWyYKHYu4CIQCoqZdC8BS7
TPmsg4IcX1vzUdHrunocHyS5ezO2cEL4WQ==
-----END CERTIFICATE-----
`;
/** The key of the certificate, which opens nothing else (PKCS #8). */
const KEY = createPrivateKey({
  ...{ format: "der" as const, type: "pkcs8" as const },
  key: Buffer.from(
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxE34K+l/d9+XUhlx" +
      "R+yvxfhWBKi/+LiIDCqzSFg8elKhRANCAARs4z7tim1/sKj6oKOq6NA0h2Jpxs+m" +
      "y1Mt/h3v5CZtFcHyAulmL61TgeNe8SSr2GONl/uREpHTE6PmLSEXlb/X",
    "base64",
  ),
}).export({ format: "pem", type: "pkcs8" });

/** A message that the library's verifier has accepted. */
export interface ReceivedMessage {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** Starts a receiver of webhooks with https on this machine, as a company would write one. */
export async function startWebhookReceiver() {
  let webhook: Webhook | undefined;
  let answer = (_: ReceivedMessage): number => 204;
  const received: ReceivedMessage[] = [];
  const forged: string[] = [];
  const server = createServer({ cert: CERTIFICATE, key: KEY }, async (request, response) => {
    const body = await text(request);
    try {
      const headers = request.headers as Record<string, string>;
      const message = webhook?.verify(body, headers) as Omit<ReceivedMessage, "id">;
      const known = { ...message, id: String(headers["webhook-id"]) };
      const status = answer(known);
      if (status < 300) received.push(known);
      response.writeHead(status).end();
    } catch {
      forged.push(body);
      response.writeHead(401).end("The signature is wrong.");
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** The messages that it has answered with success, in their order. */
    received,
    /** The bodies of what was not signed with the secret. */
    forged,
    expect(secret: string): void {
      webhook = new Webhook(secret);
    },
    answerWith(status: typeof answer): void {
      answer = status;
    },
    /** Settings of a server that may send to it. @param folder gets the authority's certificate */
    async settings(folder: string): Promise<Record<string, string>> {
      const certificate = join(folder, "receiver.pem");
      await writeFile(certificate, AUTHORITY);
      return { WEBHOOK_NETWORKS: "127.0.0.0/8", DENO_CERT: certificate };
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
