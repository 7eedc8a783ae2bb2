import { LayoutDashboard } from "lucide-react";
import type { Guide } from "./guide.ts";
import { PICTURES } from "./pictures.ts";

export const adminDashboard: Guide = {
  id: "admin-dashboard",
  icon: LayoutDashboard,
  title: "Admin Dashboard Tutorial",
  summary: "People, agent access, activity and logs.",
  audience: "For administrators",
  sections: [
    {
      title: "Add people and give them agents",
      steps: [
        "Open Admin, then Users, and choose Add User.",
        "Enter the name, the email and a first password, and tick the agents that the person may use; Label is under More access.",
        "Import CSV adds many people at once, after it has shown what will become of each row.",
        "Edit Agent Access changes the agents later. The change arrives on the person’s device by itself.",
      ],
      note: "Label and Ask also need a company, because they answer from its documents.",
      picture: PICTURES.people,
    },
    {
      title: "Help somebody who cannot sign in",
      steps: [
        "Find the person in Users and choose Reset Password or Second Factor.",
        "Set a temporary password: it is shown once, lasts 24 hours, and the person must choose an own one with it.",
        "If a phone with the second factor was lost, remove the second factor there.",
      ],
    },
    {
      title: "Suspend or delete",
      steps: [
        "Suspend shuts a person out at once and can be taken back.",
        "Delete cannot be taken back. What the person’s device has not sent yet stays on that device.",
      ],
    },
    {
      title: "See what was asked and answered",
      steps: [
        "Activity Logs show the questions and answers of your company.",
        "Detailed Logs add status, time, model and tokens of each call.",
        "Filter both by agent, person, days and text. “Load more” brings older entries.",
        "Open an entry to see which passages an answer rests on.",
        "Export CSV saves what the filters leave.",
      ],
      picture: PICTURES.logs,
    },
  ],
};
