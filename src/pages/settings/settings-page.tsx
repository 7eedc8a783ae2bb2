import { plainName } from "@contracts/plain-name.ts";
import { SPEECH_LANGUAGES } from "@contracts/speech-language.ts";
import { Box, Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { Info } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useMirror } from "#mirror/mirror-context.tsx";
import { countUnsent, isEverythingSent, type UnsentCount } from "#mirror/person/outbox/unsent.ts";
import {
  setShowMatrixRain,
  setTheme,
  useDevicePreferences,
} from "#preferences/device-preferences.ts";
import { changeName, changeSpeechLanguage, signOutEverywhere } from "#session/own-account.ts";
import { useSessionPinned, useShownIdentity } from "#session/pin.ts";
import { signOut } from "#session/session.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import { signOutWarning } from "#ui/sign-out-warning.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { Toggle } from "#ui/toggle.tsx";
import { PasswordForm } from "./account/password-form.tsx";
import { describeAccountRefusal } from "./describe-account-refusal.ts";
import { RecordingsSection } from "./recordings/recordings-section.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { OfflineNote, Section } from "./section.tsx";
import classes from "./settings-page.module.css";
import { SignInWaysSection } from "./sign-in-ways/sign-in-ways-section.tsx";
import { ThisDeviceSection } from "./this-device/this-device-section.tsx";
import { useAccount } from "./use-account.ts";

/** Settings for the appearance of this device, and for the account of the person signed in. */
export function SettingsPage() {
  const identity = useShownIdentity();
  return (
    <Stack gap="1.25rem" maw="44rem">
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
        <Info size={22} color="var(--fa-accent-text)" style={{ flex: "none" }} aria-hidden />
        <div>
          <Box component="h2" id="saving" fz="md" lh={1.4}>
            About these settings
          </Box>
          <Text mt="0.25rem">
            Settings are saved on the device, take effect immediately and persist across sessions.
          </Text>
        </div>
      </section>
      {identity !== null && <OwnSections identity={identity} />}
      <nav aria-label="More">
        <ul className={classes.more}>
          {["Support", "Terms", "Privacy"].map((page) => (
            <li key={page}>
              <Link to={`/${page.toLowerCase()}`}>{page}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </Stack>
  );
}

/** The appearance of the app on this device, for everybody who uses the device. */
function AppearanceSection() {
  const theme = useDevicePreferences((preferences) => preferences.theme);
  const showMatrixRain = useDevicePreferences((preferences) => preferences.showMatrixRain);
  return (
    <Section id="appearance" title="Appearance" bare>
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
  const { identity } = props;
  const account = useAccount();
  const { offline } = account;
  const { hash } = useLocation();
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current || hash === "") return;
    arrived.current = true;
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <Section id="account" title="Account">
        <p>
          <span className={classes.detail}>Email</span>
          <span className={classes.value}>{identity.email}</span>
        </p>
        {offline && <OfflineNote />}
        <NameForm name={identity.fullName ?? ""} disabled={offline} />
        <PasswordForm email={identity.email} disabled={offline} />
        <SignOutButtons offline={offline} />
      </Section>
      <SecondFactorSection account={account} />
      <SpeechLanguageSection language={identity.speechLanguage} offline={offline} />
      <RecordingsSection />
      <ThisDeviceSection personId={identity.id} />
      <SignInWaysSection account={account} />
    </>
  );
}

/** Edits the name that colleagues see. */
function NameForm(props: { name: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || props.disabled) return;
    const name = plainName(String(new FormData(event.currentTarget).get("name")));
    if (name === "") return setError("Enter your name.");
    setBusy(true);
    setError(null);
    const changed = await changeName(name);
    setBusy(false);
    if (changed.kind === "ok") showStatus("Name changed", `You are ${changed.value} now.`);
    else setError(describeAccountRefusal(changed));
  }

  return (
    <form noValidate className={classes.line} onSubmit={(event) => void submit(event)}>
      <TextInput
        // A name that was changed elsewhere replaces the shown one.
        key={props.name}
        name="name"
        label="Full name"
        autoComplete="name"
        // The server's limit.
        maxLength={200}
        defaultValue={props.name}
        disabled={props.disabled}
        error={error}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={props.disabled}>
        Save name
      </Button>
    </form>
  );
}

/** The language for the transcription; it belongs to the account, not to the device. */
function SpeechLanguageSection(props: {
  /** ISO 639-1; null for automatic. */
  language: string | null;
  offline: boolean;
}) {
  const { language, offline } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function choose(value: string): Promise<void> {
    setChosen(value);
    setError(null);
    const changed = await changeSpeechLanguage(value === "" ? null : value);
    setChosen(null);
    if (changed.kind === "ok") {
      showStatus("Language changed", SPEECH_LANGUAGES[value] ?? "Automatic");
    } else setError(describeAccountRefusal(changed));
  }

  return (
    <Section id="notes" title="Voice notes">
      <NativeSelect
        label="Language of your notes"
        description="An AI provider is told which language you speak. The model on this device and the server's own understand English only."
        // One choice at a time: a second one could arrive before the first.
        disabled={offline || chosen !== null}
        value={chosen ?? language ?? ""}
        data={[
          { value: "", label: "Automatic" },
          ...Object.entries(SPEECH_LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
        error={error}
        errorProps={{ role: "alert" }}
        onChange={(event) => void choose(event.currentTarget.value)}
      />
      {offline && <OfflineNote />}
    </Section>
  );
}

type Where = "here" | "everywhere";

/** Signs out on this device or on all devices, after a warning about unsent work. */
function SignOutButtons(props: { offline: boolean }) {
  const db = useMirror();
  const held = useSessionPinned();
  const [asked, setAsked] = useState<{ where: Where; unsent: UnsentCount } | null>(null);
  const [busy, setBusy] = useState(false);

  async function ask(where: Where): Promise<void> {
    if (held) return showError("Recording in progress", "Stop the recording before you sign out.");
    const unsent = await countUnsent(db);
    if (where === "here" && isEverythingSent(unsent)) await signOut();
    else setAsked({ where, unsent });
  }

  async function leave(where: Where): Promise<void> {
    setAsked(null);
    if (where === "here") return signOut();
    setBusy(true);
    const ended = await signOutEverywhere();
    setBusy(false);
    if (ended.kind === "ok") showStatus("Signed out everywhere", EVERYWHERE);
    else showError("You are not signed out", describeAccountRefusal(ended));
  }

  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void ask("here")}>
          Sign out here
        </Button>
        <Button
          variant="default"
          loading={busy}
          disabled={props.offline}
          onClick={() => void ask("everywhere")}
        >
          Sign out everywhere
        </Button>
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={asked.where === "here" ? "Sign out?" : "Sign out everywhere?"}
          confirm="Sign out"
          onCancel={() => setAsked(null)}
          onConfirm={() => void leave(asked.where)}
        >
          {asked.where === "everywhere" && <Text>{EVERYWHERE}</Text>}
          {signOutWarning(asked.unsent).map((words) => (
            <Text key={words} mt="xs">
              {words}
            </Text>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}

const EVERYWHERE = "Every device has to sign in again, the others as well.";
