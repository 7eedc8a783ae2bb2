import { create } from "zustand";

/** https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface; Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const PUT_OFF_KEY = "installNoticePutOff";
const AS_AN_APP = "(display-mode: standalone), (display-mode: minimal-ui)";

export interface Installation {
  /** The browser's offer, kept until it is taken: it can be taken once. */
  prompt: InstallPromptEvent | null;
  installed: boolean;
  /** Somebody on this device does not want to be told again. */
  putOff: boolean;
}

export const useInstallation = create<Installation>(() => ({
  prompt: null,
  installed: false,
  putOff: false,
}));

/** Follows whether the app can be installed. From the start: the browser tells it once. */
export function followInstallation(): void {
  useInstallation.setState({ installed: runsAsApp(), putOff: wasPutOff() });
  window.addEventListener("beforeinstallprompt", (event) => {
    // Or Android shows a banner of its own over the page.
    event.preventDefault();
    useInstallation.setState({ prompt: event as InstallPromptEvent });
  });
  window.addEventListener("appinstalled", () => {
    useInstallation.setState({ prompt: null, installed: true });
  });
}

/** Has the browser ask whether to install. Who says no there is not told again. */
export async function install(): Promise<void> {
  const { prompt } = useInstallation.getState();
  if (prompt === null) return;
  useInstallation.setState({ prompt: null });
  const { outcome } = await prompt.prompt();
  if (outcome === "dismissed") putOffNotice();
}

/** Does not tell about the installation again on this device. The menu still offers it. */
export function putOffNotice(): void {
  useInstallation.setState({ putOff: true });
  try {
    localStorage.setItem(PUT_OFF_KEY, "true");
  } catch {
    // Blocked or full: it holds until the tab is closed.
  }
}

function runsAsApp(): boolean {
  return window.matchMedia(AS_AN_APP).matches || Reflect.get(navigator, "standalone") === true;
}

function wasPutOff(): boolean {
  try {
    return localStorage.getItem(PUT_OFF_KEY) === "true";
  } catch {
    return false;
  }
}
