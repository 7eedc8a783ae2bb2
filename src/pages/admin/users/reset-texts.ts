import type { ResetAction } from "@contracts/account-reset.ts";

/** The words of one way to help somebody who cannot sign in. */
interface ResetTexts {
  /** The name of the choice. */
  choice: string;
  /** The explanation of what the person will see; `email` is where they get mail. */
  effect: (name: string, email: string) => string;
  act: string;
  /** The present and past of the log. */
  logged: string;
  /** Whether the person is signed out on all devices. */
  signsOut: boolean;
}

export const RESET_TEXTS: Readonly<Record<ResetAction, ResetTexts>> = {
  temporary_password: {
    choice: "Forgotten password: set a temporary password",
    effect: (name) =>
      `You see it once, and tell it to ${name}. It works for 24 hours. When ${name} signs in with it, the page says that it is temporary, and asks for a password of their own before anything else.`,
    act: "Set Temporary Password",
    logged: "Temporary password",
    signsOut: true,
  },
  recovery_link: {
    choice: "Forgotten password: send a link by email",
    effect: (_, email) =>
      `${email} gets a mail with a link to choose a new password. It works once, within an hour. Until then the present password stays.`,
    act: "Send Link",
    logged: "Link by email",
    signsOut: false,
  },
  remove_factors: {
    choice: "Lost phone or key: remove second factors",
    effect: (name) =>
      `Authenticator apps, security keys and phones are removed. ${name} signs in with the password alone, is not asked for a code, and can add a new second factor in Settings.`,
    act: "Remove Second Factors",
    logged: "Second factors removed",
    signsOut: true,
  },
};

/** Shown in place of a link's effect where the deployment has no mail server. */
export const NO_MAIL = "This server sends no mail. Set a temporary password instead.";
