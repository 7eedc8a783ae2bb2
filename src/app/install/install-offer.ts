/** What decides how the app can be installed. */
export interface InstallSituation {
  /** It runs as an app already, or was installed while this tab was open. */
  installed: boolean;
  /** The browser has said that it can install the app when asked. */
  canPrompt: boolean;
  userAgent: string;
  maxTouchPoints: number;
}

/** How to install: the browser asks the person, or they do it themselves from the share sheet. */
export type InstallOffer = "prompt" | "share" | null;

/** Other browsers on iOS, and pages inside of apps, which call themselves Safari too. */
const NOT_SAFARI = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|DuckDuckGo|YaBrowser|Brave/;

/** What to offer, if anything. */
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
