import { type InstallOffer, installOffer } from "./install-offer.ts";
import { useInstallation } from "./installation.ts";

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
