import { useClipboard } from "@mantine/hooks";
import { Check, Copy } from "lucide-react";
import { PlainButton } from "./plain-button.tsx";

/** A button that copies a text; `describedBy` is the id of its heading on pages with several. */
export function CopyButton(props: { text: string; describedBy?: string; label?: string }) {
  const { copy, copied, error } = useClipboard();
  const ready = error === null ? (props.label ?? "Copy") : "Select the text to copy it";
  const label = copied ? "Copied" : ready;
  return (
    <PlainButton
      icon={copied ? Check : Copy}
      aria-describedby={props.describedBy}
      onClick={() => copy(props.text)}
    >
      <span aria-live="polite">{label}</span>
    </PlainButton>
  );
}
