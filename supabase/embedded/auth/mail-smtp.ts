import type { EmailDriver } from "@supabase/lite";
import { createTransport } from "nodemailer";
import { isLoopback } from "../setup/loopback.ts";

/** Which server mails are handed to, and whom they come from. */
export interface SmtpSettings {
  /** Like `smtp://user:password@host:587`, or `smtps://…` where the connection begins with TLS. */
  url: string;
  /** An address, or a name with an address in angle brackets. */
  from: string;
}

/** How long the server may take to answer, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Hands mails to an SMTP server. A mail's link signs in whoever reads it, so that a server of another
 * machine must use TLS; one of this machine rarely has a certificate that could be checked.
 */
export function mailBySmtp({ url, from }: SmtpSettings): EmailDriver {
  const isLocal = isLoopback(new URL(url).hostname);
  const transport = createTransport({
    url,
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  return {
    // Not awaited: a slower answer would reveal that the address has an account.
    async send({ to, subject, text, html }) {
      transport.sendMail({ from, to, subject, text, html }).catch((error) => {
        console.error(`A mail could not be handed to the SMTP server: ${error.message}`);
      });
    },
  };
}
