import { Button, type ButtonProps } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNow } from "./use-now.ts";

/** A phone that receives codes. */
export interface CodePhone {
  /** The last digits of its number, if they are known. */
  ending: string | null;
  /**
   * Sends a code.
   * @returns the time when another one can be sent (epoch ms), or why none was sent
   */
  send(): Promise<number | string>;
}

type Sending = { kind: "sending" } | { kind: "failed" } | { kind: "sent"; againAt: number };

/** The state of the last requested code. */
export interface SentCode {
  /** The hint of the code's field. */
  hint: string;
  sending: Sending;
  again(): void;
}

/**
 * Sends a code when the component is first shown, and again on request.
 * @param onRefusal called with the reason if the code was not sent
 */
export function useSentCode(phone: CodePhone, onRefusal: (words: string) => void): SentCode {
  const [sending, setSending] = useState<Sending>({ kind: "sending" });
  const asked = useRef(false);

  const ask = useCallback(async () => {
    setSending({ kind: "sending" });
    const answer = await phone.send();
    if (typeof answer === "number") {
      setSending({ kind: "sent", againAt: answer });
    } else {
      setSending({ kind: "failed" });
      onRefusal(answer);
    }
  }, [phone, onRefusal]);
  useEffect(() => {
    // Effects run twice in development, and one message is enough.
    if (asked.current) return;
    asked.current = true;
    void ask();
  }, [ask]);

  const name = phone.ending === null ? "your phone" : `the phone that ends in ${phone.ending}`;
  const words = { sending: "We are sending a code", failed: "Codes go", sent: "We sent a code" };
  return { hint: `${words[sending.kind]} to ${name}.`, sending, again: () => void ask() };
}

/** A button that requests another code. It is enabled some time after the last one was sent. */
export function SendAgain({ code, ...looks }: { code: SentCode } & ButtonProps) {
  const { sending, again } = code;
  if (sending.kind === "sent") {
    // The key restarts the countdown for each new code.
    return <AfterPause key={sending.againAt} againAt={sending.againAt} again={again} {...looks} />;
  }
  return (
    <Button {...looks} variant="default" disabled={sending.kind === "sending"} onClick={again}>
      Send it again
    </Button>
  );
}

function AfterPause(props: { againAt: number; again: () => void } & ButtonProps) {
  const { againAt, again, ...looks } = props;
  const left = Math.ceil((againAt - useNow(1000)) / 1000);
  return (
    <Button {...looks} variant="default" disabled={left > 0} onClick={again}>
      {left > 0 ? `Send it again in ${left} s` : "Send it again"}
    </Button>
  );
}
