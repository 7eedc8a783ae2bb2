import { Button } from "@mantine/core";
import { BookOpen, Database, LayoutDashboard, type LucideIcon, Rocket } from "lucide-react";
import classes from "./documentation.module.css";

const ENTRIES: readonly { id: string; icon: LucideIcon; title: string; text: string }[] = [
  {
    id: "getting-started",
    icon: Rocket,
    title: "Getting Started Guide",
    text: "Sign in, install the app, record your first note.",
  },
  {
    id: "agent-guides",
    icon: BookOpen,
    title: "Agent User Guides",
    text: "Voice, Snap, Label and Ask, one by one.",
  },
  {
    id: "admin-tutorial",
    icon: LayoutDashboard,
    title: "Admin Dashboard Tutorial",
    text: "People, agent access, activity and logs.",
  },
  {
    id: "knowledge-base",
    icon: Database,
    title: "Knowledge Base Management",
    text: "Upload manuals and say which agents may read them.",
  },
];

/** The names of the guides. Their buttons have no action. */
export function Documentation() {
  return (
    <section aria-labelledby="documentation">
      <h2 id="documentation">Documentation</h2>
      <ul className={classes.list}>
        {ENTRIES.map(({ id, icon: Icon, title, text }) => (
          <li key={id} className={classes.entry}>
            <Icon size={24} aria-hidden className={classes.icon} />
            <div className={classes.words}>
              <h3 id={id} className={classes.title}>
                {title}
              </h3>
              <p className={classes.text}>{text}</p>
            </div>
            <Button variant="default" aria-describedby={id}>
              View
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
