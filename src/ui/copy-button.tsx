import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { Check, Copy } from "lucide-react";

/**
 * A button that copies a text. `describedBy` is the id of the text's heading, for pages with
 * several such buttons.
 */
export function CopyButton(props: { text: string; describedBy?: string }) {
  const { copy, copied, error } = useClipboard();
  const label = copied ? "Copied" : error === null ? "Copy" : "Select the text to copy it";
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
      aria-describedby={props.describedBy}
      onClick={() => copy(props.text)}
    >
      <span aria-live="polite">{label}</span>
    </Button>
  );
}
