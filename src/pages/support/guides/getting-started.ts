import { Rocket } from "lucide-react";
import type { Guide } from "./guide.ts";
import { PICTURES } from "./pictures.ts";

export const gettingStarted: Guide = {
  id: "getting-started",
  icon: Rocket,
  title: "Getting Started Guide",
  summary: "Sign in, install the app, record your first note.",
  audience: "For technicians",
  sections: [
    {
      title: "Sign in",
      steps: [
        "Open Field Agents in your browser while you have a signal, and sign in.",
        "Enter the email and the password that your administrator gave you. A temporary password asks you to choose your own.",
        "You need a signal only for this first sign-in. After it, the app opens without one.",
      ],
      note: "If you forgot your password, tap “Forgot your password?” or ask your administrator, who can set a temporary one.",
      picture: PICTURES.signIn,
    },
    {
      title: "Install it on your phone",
      steps: [
        "On Android and on a computer, choose “Install app” in the browser’s menu.",
        "On an iPhone or iPad, open it in Safari, tap Share, then “Add to Home Screen”.",
        "Start it from its icon from now on.",
      ],
    },
    {
      title: "Record your first note",
      steps: [
        "Open Voice Agent and tap the large button. Allow the microphone when the browser asks.",
        "Say what you see. Every second is written to the device as you speak.",
        "Tap the button again to stop. Once the page says “Saved on this device”, the note is safe, also without a signal.",
        "The note is sent by itself when there is a signal. Its transcription is in History then.",
      ],
      picture: PICTURES.saved,
    },
    {
      title: "See what has arrived",
      steps: [
        "The status in the header says “Everything sent”, or how many items wait.",
        "Tap it to see each waiting item and why it waits.",
      ],
      note: "Do not clear the browser’s data while something waits: that deletes it.",
    },
  ],
};
