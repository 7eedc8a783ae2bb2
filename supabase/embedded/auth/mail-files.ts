import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EmailDriver, EmailMessage } from "@supabase/lite";
import { writeFileWhole } from "../database/durable-files.ts";

/** How long a mail is kept, in milliseconds: its link has expired by then. */
const KEPT = 24 * 60 * 60 * 1000;

/**
 * Writes mails into files in `directory` that only the operator may read (mode 600): a mail's link
 * signs in whoever opens it, and more people can read the log. The log only names the file.
 */
export function mailFiles(directory: string): EmailDriver {
  return {
    // Not awaited: a slower answer would reveal that the address has an account.
    async send(message) {
      void deliver(directory, message).catch((error) => {
        console.error(`A mail cannot be written to ${directory}: ${error.message}`);
      });
    },
  };
}

async function deliver(directory: string, message: EmailMessage): Promise<void> {
  const { to, subject, text, html } = message;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeOld(directory);
  const path = join(directory, `${Date.now()}-${randomUUID()}.txt`);
  await writeFileWhole(path, `To: ${to}\nSubject: ${subject}\n\n${text ?? html ?? ""}\n`);
  console.log(`A mail was written to ${path}`);
}

async function removeOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (Number.parseInt(name, 10) < Date.now() - KEPT) await rm(join(directory, name));
  }
}
