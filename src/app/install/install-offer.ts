import { useInstallation } from "./installation.ts";

/** The facts that decide how the app can be installed. */
export interface InstallSituation {
  /** The app runs as an installed app, or was installed while this tab was open. */
  installed: boolean;
  /** The browser has reported that it can install the app. */
  canPrompt: boolean;
  userAgent: string;
  maxTouchPoints: number;
}

/** How to install: the browser asks the person, or the person uses the share sheet. */
type InstallOffer = "prompt" | "share" | null;

/** Other iOS browsers, and web views inside apps, which also call themselves Safari. */
const NOT_SAFARI = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|DuckDuckGo|YaBrowser|Brave/;

/** How this device can install the app; null if it cannot. */
export function installOffer(situation: InstallSituation): InstallOffer {
  if (situation.installed) return null;
  if (situation.canPrompt) return "prompt";
  return isIosSafari(situation) ? "share" : null;
}

function isIosSafari({ userAgent, maxTouchPoints }: InstallSituation): boolean {
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const ios =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return (
    ios &&
    /Version\/\d/.test(userAgent) &&
    /Safari\//.test(userAgent) &&
    !NOT_SAFARI.test(userAgent)
  );
}

/** How this device can install the app now. */
export function useInstallOffer(): InstallOffer {
  return useInstallation(({ prompt, installed }) =>
    installOffer({
      installed,
      canPrompt: prompt !== null,
      userAgent: navigator.userAgent,
      maxTouchPoints: navigator.maxTouchPoints,
    }),
  );
}
