import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { ImageOff } from "lucide-react";
import { describeUnreadParts } from "./describe-unread-parts.ts";
import classes from "./unread-parts.module.css";

/** Shows which parts of a document are not read. Shows nothing if there are none. */
export function UnreadParts(props: { file: KnowledgeFile }) {
  return describeUnreadParts(props.file).map((words) => (
    <p key={words} className={classes.line}>
      <ImageOff size={16} aria-hidden className={classes.icon} />
      {words}
    </p>
  ));
}
