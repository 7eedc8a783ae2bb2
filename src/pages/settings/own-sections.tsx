import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { useShownIdentity } from "#session/pin.ts";
import { AccountSection } from "./account/account-section.tsx";
import { RecordingsSection } from "./recordings/recordings-section.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SignInWaysSection } from "./sign-in-ways/sign-in-ways-section.tsx";
import { SpeechLanguageSection } from "./speech-language-section.tsx";
import { ThisDeviceSection } from "./this-device/this-device-section.tsx";
import { useAccount } from "./use-account.ts";

/** The sections for a person who is signed in: their account, and their data on this device. */
export function OwnSections(props: { identity: NonNullable<ReturnType<typeof useShownIdentity>> }) {
  const account = useAccount();
  const { hash } = useLocation();
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current || hash === "") return;
    arrived.current = true;
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <AccountSection identity={props.identity} offline={account.offline} />
      <SecondFactorSection account={account} />
      <SpeechLanguageSection language={props.identity.speechLanguage} offline={account.offline} />
      <RecordingsSection />
      <ThisDeviceSection personId={props.identity.id} />
      <SignInWaysSection account={account} />
    </>
  );
}
