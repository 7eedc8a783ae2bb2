import { BookOpen } from "lucide-react";
import type { Guide } from "./guide.ts";
import { PICTURES } from "./pictures.ts";

export const agentGuides: Guide = {
  id: "agent-guides",
  icon: BookOpen,
  title: "Agent User Guides",
  summary: "Voice, Snap, Label and Ask, one by one.",
  audience: "For technicians",
  sections: [
    {
      title: "Voice Agent",
      steps: [
        "Tap the button and speak. Pause and resume as you like.",
        "Tap it again to stop. The full transcription follows, word for word, and a summary if it differs.",
        "Tap Copy to take the text to another system.",
      ],
      note: "If you go to another page while you record, the note is saved and sent. Undo turns it into an unfinished recording instead.",
      picture: PICTURES.transcription,
    },
    {
      title: "Snap Agent",
      steps: [
        "Tap Take Photo for the camera, or Upload for a picture that you have.",
        "Show the whole part, with its nameplate if you can. Then tap Analyze Image.",
        "Without a signal the photo is saved, and the analysis follows in History.",
      ],
      note: "An analysis is a colleague’s opinion. Check before you act.",
      picture: PICTURES.diagnosis,
    },
    {
      title: "Label Agent",
      steps: [
        "Ask about a product: an error code, a torque, a wiring, a safety rule. Type it or tap the microphone.",
        "The numbers in the answer open the passages of the manual that it rests on. Read them before you act.",
        "Without a signal you get the best passages of the manuals that are on this device.",
        "Say with a thumb whether the answer was right. Your administrator sees it.",
      ],
      picture: PICTURES.answer,
    },
    {
      title: "Ask Agent",
      steps: [
        "Ask about company documents, statements of work and policies.",
        "Your earlier questions are there when you come back.",
      ],
    },
    {
      title: "History",
      steps: [
        "Find every note, photo and question of yours, by agent, by day, or by its words.",
        "Copy, share, or save an entry as PDF. All of this works without a signal too.",
      ],
    },
  ],
};
