import { create } from "zustand";

/** https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface; Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const PUT_OFF_KEY = "installNoticePutOff";
const AS_AN_APP = "(display-mode: standalone), (display-mode: minimal-ui)";

export const useInstallation = create(() => ({
  /** The browser's install offer, kept until the person accepts it. It can be used only once. */
  prompt: null as InstallPromptEvent | null,
  installed: false,
  /** A person on this device does not want to see the notice again. */
  putOff: false,
}));

/** Follows whether the app can be installed. Called at the start: the browser tells it only once. */
export function followInstallation(): void {
  const runsAsApp =
    window.matchMedia(AS_AN_APP).matches || Reflect.get(navigator, "standalone") === true;
  useInstallation.setState({ installed: runsAsApp, putOff: wasPutOff() });
  window.addEventListener("beforeinstallprompt", (event) => {
    // Otherwise Android shows its own banner over the page.
    event.preventDefault();
    useInstallation.setState({ prompt: event as InstallPromptEvent });
  });
  window.addEventListener("appinstalled", () => {
    useInstallation.setState({ prompt: null, installed: true });
  });
}

/** Lets the browser ask whether to install the app. A refusal puts the notice off. */
export async function install(): Promise<void> {
  const { prompt } = useInstallation.getState();
  if (prompt === null) return;
  useInstallation.setState({ prompt: null });
  const { outcome } = await prompt.prompt();
  if (outcome === "dismissed") putOffNotice();
}

/** Hides the install notice on this device for good. The menu still offers to install. */
export function putOffNotice(): void {
  useInstallation.setState({ putOff: true });
  try {
    localStorage.setItem(PUT_OFF_KEY, "true");
  } catch {
    // The storage is blocked or full: the choice holds until the tab is closed.
  }
}

function wasPutOff(): boolean {
  try {
    return localStorage.getItem(PUT_OFF_KEY) === "true";
  } catch {
    return false;
  }
}
