import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { picturePagesOf } from "@contracts/picture-pages.ts";
import { ImageOff } from "lucide-react";
import classes from "./picture-pages.module.css";
import { picturePagesWords } from "./picture-pages-words.ts";

/** Shows which pages of a document are pictures, whose text is not read. Shows nothing if there are none. */
export function PicturePages(props: { file: KnowledgeFile }) {
  const { file } = props;
  const words = picturePagesWords(picturePagesOf(file), file.page_count);
  if (words === null) return null;
  return (
    <p className={classes.line}>
      <ImageOff size={16} aria-hidden className={classes.icon} />
      {words}
    </p>
  );
}
