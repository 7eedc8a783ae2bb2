import { Info } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import {
  setShowMatrixRain,
  setTheme,
  useDevicePreferences,
} from "#preferences/device-preferences.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { Toggle } from "#ui/toggle.tsx";
import { NameForm } from "./account/name-form.tsx";
import { PasswordForm } from "./account/password-form.tsx";
import { SignOutButtons } from "./account/sign-out-buttons.tsx";
import { OFFLINE } from "./describe-account-refusal.ts";
import { RecordingsSection } from "./recordings/recordings-section.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { Section } from "./section.tsx";
import classes from "./settings-page.module.css";
import { SignInWaysSection } from "./sign-in-ways/sign-in-ways-section.tsx";
import { SpeechLanguageSection } from "./speech-language-section.tsx";
import { ThisDeviceSection } from "./this-device/this-device-section.tsx";
import { useAccount } from "./use-account.ts";

/** Settings for the appearance of this device, and for the account of the person signed in. */
export function SettingsPage() {
  const identity = useShownIdentity();
  return (
    <div className={classes.page}>
      <PageHeading
        title="Settings"
        subtitle={
          identity === null
            ? "How Field Agents looks on this device"
            : "This device and your account"
        }
      />
      <AppearanceSection />
      <section className={classes.info} aria-labelledby="saving">
        <Info size={22} aria-hidden className={classes.icon} />
        <div>
          <h2 id="saving" className={classes.infoTitle}>
            About these settings
          </h2>
          <p className={classes.infoText}>
            Settings are saved on the device, take effect immediately and persist across sessions.
          </p>
        </div>
      </section>
      {identity !== null && <OwnSections identity={identity} />}
      <nav aria-label="More">
        <ul className={classes.more}>
          <li>
            <Link to="/support">Support</Link>
          </li>
          <li>
            <Link to="/terms">Terms</Link>
          </li>
          <li>
            <Link to="/privacy">Privacy</Link>
          </li>
        </ul>
      </nav>
    </div>
  );
}

/** The appearance of the app on this device, for everybody who uses the device. */
function AppearanceSection() {
  const theme = useDevicePreferences((preferences) => preferences.theme);
  const showMatrixRain = useDevicePreferences((preferences) => preferences.showMatrixRain);
  return (
    <Section id="appearance" title="Appearance">
      <div className={classes.setting}>
        <Toggle label="Digital Rain" checked={showMatrixRain} onChange={setShowMatrixRain} />
        <p className={classes.note}>
          The animated background. It rests when your device asks for less motion.
        </p>
      </div>
      <div className={classes.setting}>
        <Toggle
          label="Dark theme"
          checked={theme === "dark"}
          onChange={(dark) => setTheme(dark ? "dark" : "light")}
        />
        <p className={classes.note}>
          Easy on the eyes and the battery. In bright sun, light is easier to read.
        </p>
      </div>
    </Section>
  );
}

/** The sections for a person who is signed in: their account, and their data on this device. */
function OwnSections(props: { identity: NonNullable<ReturnType<typeof useShownIdentity>> }) {
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

/** The account of the person signed in, and what they can change in it. */
function AccountSection(props: {
  identity: NonNullable<ReturnType<typeof useShownIdentity>>;
  offline: boolean;
}) {
  const { identity, offline } = props;
  return (
    <Section id="account" title="Account">
      <div className={classes.body}>
        <p>
          <span className={classes.term}>Email</span>
          <span className={classes.value}>{identity.email}</span>
        </p>
        {offline && <p className={classes.hint}>{OFFLINE}</p>}
        <NameForm name={identity.fullName ?? ""} disabled={offline} />
        <PasswordForm email={identity.email} disabled={offline} />
        <SignOutButtons offline={offline} />
      </div>
    </Section>
  );
}
