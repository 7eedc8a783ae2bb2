import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EmailDriver, EmailMessage } from "@supabase/lite";
import { createTransport } from "nodemailer";
import { writeFileWhole } from "../database/durable-files.ts";
import { isLoopback } from "../http/network-address.ts";
import type { Settings } from "../setup/settings.ts";

/** How long the server may take to answer, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Hands mails to an SMTP server. A mail's link signs in whoever reads it, so that a server of another
 * machine must use TLS; one of this machine rarely has a certificate that could be checked.
 */
export function mailBySmtp({ url, from }: NonNullable<Settings["smtp"]>): EmailDriver {
  const isLocal = isLoopback(new URL(url).hostname);
  const transport = createTransport({
    url,
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  return inBackground(
    ({ to, subject, text, html }) => transport.sendMail({ from, to, subject, text, html }),
    "A mail could not be handed to the SMTP server",
  );
}

/** How long a mail is kept, in milliseconds: its link has expired by then. */
const KEPT = 24 * 60 * 60 * 1000;

/**
 * Writes mails into files in `directory` that only the operator may read (mode 600): a mail's link
 * signs in whoever opens it, and more people can read the log. The log only names the file.
 */
export function mailFiles(directory: string): EmailDriver {
  async function deliver({ to, subject, text, html }: EmailMessage): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(directory)) {
      if (Number.parseInt(name, 10) < Date.now() - KEPT) await rm(join(directory, name));
    }
    const path = join(directory, `${Date.now()}-${randomUUID()}.txt`);
    await writeFileWhole(path, `To: ${to}\nSubject: ${subject}\n\n${text ?? html ?? ""}\n`);
    console.log(`A mail was written to ${path}`);
  }

  return inBackground(deliver, `A mail cannot be written to ${directory}`);
}

/** Does not wait for the delivery: a slower answer would reveal that the address has an account. */
function inBackground(
  deliver: (mail: EmailMessage) => Promise<unknown>,
  failure: string,
): EmailDriver {
  return {
    async send(mail) {
      void deliver(mail).catch((error) => console.error(`${failure}: ${error.message}`));
    },
  };
}
