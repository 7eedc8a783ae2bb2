import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import classes from "./offline-use.module.css";

/**
 * Shows whether the browser has agreed to keep the data, and what can be done if it has not.
 * @param props.onlyTrouble shows nothing if the browser has agreed
 */
export function Persistence(props: { onlyTrouble?: boolean }) {
  // Undefined until the browser answers, and if it does not. The first capture has asked it.
  const [isAgreed, setAgreed] = useState<boolean>();
  useEffect(() => {
    let left = false;
    async function look(): Promise<void> {
      const persisted = await navigator.storage?.persisted?.();
      if (!left) setAgreed(persisted);
    }
    // Browsers that block storage throw.
    look().catch(() => undefined);
    return () => {
      left = true;
    };
  }, []);
  if (isAgreed === undefined || (isAgreed && props.onlyTrouble === true)) return null;
  const Icon = isAgreed ? CircleCheck : CircleAlert;
  return (
    <div className={classes.line} data-tone={isAgreed ? "ready" : "not-ready"}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <p>
        {isAgreed
          ? "This browser keeps what is stored here until you remove it, also when the device runs low on storage."
          : `This browser has not agreed to keep your work: when the device runs low on storage, it may clear what is stored here. ${persistenceAdvice(thisBrowser())}`}
      </p>
    </div>
  );
}

/** Advice for the person's browser, so that it keeps the storage. */
export function persistenceAdvice(browser: ReturnType<typeof thisBrowser>): string {
  const { userAgent, maxTouchPoints, installed } = browser;
  if (installed) {
    return "Keep some storage free on this device, and open the app with a signal now and then, so that your work is sent.";
  }
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const mac = /Macintosh/.test(userAgent);
  if (/iPhone|iPad|iPod/.test(userAgent) || (mac && maxTouchPoints > 1)) {
    return `Add Field Agents to the home screen: tap Share, then Add to Home Screen. ${SENT_FIRST}`;
  }
  if (/Android/.test(userAgent)) {
    return "Install Field Agents: open the browser's menu, then tap Install app or Add to Home screen.";
  }
  if (/Firefox\//.test(userAgent)) {
    return "Allow it when Firefox asks whether Field Agents may store data in persistent storage.";
  }
  if (mac && !/Chrome\//.test(userAgent)) {
    return `Add Field Agents to the Dock: choose File, then Add to Dock. ${SENT_FIRST}`;
  }
  return "Install Field Agents: choose Install in the browser's address bar or menu.";
}

/** An app that Safari adds to the home screen has its own, empty storage. */
const SENT_FIRST = "Send what waits here first: the app there starts with what the server has.";

/** The browser that this page runs in, and whether the app is installed. */
function thisBrowser() {
  const { userAgent, maxTouchPoints } = navigator;
  const asAnApp = window.matchMedia("(display-mode: standalone), (display-mode: minimal-ui)");
  const installed = asAnApp.matches || Reflect.get(navigator, "standalone") === true;
  return { userAgent, maxTouchPoints, installed };
}
