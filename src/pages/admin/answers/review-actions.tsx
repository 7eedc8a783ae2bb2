import { type AnswerToReview, REPLY_LIMIT, type ReviewChange } from "@contracts/answer-review.ts";
import { Button, Group, NativeSelect, Textarea } from "@mantine/core";
import { Check, Reply, RotateCcw } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { reviewAnswer } from "#commands/answer-reviews.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { useShownIdentity } from "#session/pin.ts";
import { personName } from "../users/people.ts";
import { usePeople } from "../users/use-people.ts";
import classes from "./answers.module.css";
import { describeQuestion } from "./review-filters.tsx";

/** The administrators of a company as choices, with the signed-in person as the first. */
export function useAdministrators(companyId: string) {
  const { rows: people } = usePeople(companyId, null);
  const me = useShownIdentity()?.id ?? "";
  return useMemo(() => {
    const others = (people ?? []).filter(
      ({ id, role, status }) => id !== me && role !== "field_tech" && status === "active",
    );
    const named = others.map((person) => ({ value: person.id, label: personName(person) }));
    return [{ value: "", label: "Not assigned" }, { value: me, label: "You" }, ...named];
  }, [people, me]);
}

/** The actions of an administrator on an answer: assign it, reply, and mark it as done or open. */
export function ReviewActions(props: {
  answer: AnswerToReview;
  administrators: ReturnType<typeof useAdministrators>;
  /** Further buttons. */
  children: ReactNode;
}) {
  const { answer, administrators } = props;
  /** The reply that is being written; null while none is. */
  const [reply, setReply] = useState<string | null>(null);
  const command = useCommand();
  const readOnly = useReadOnly();
  const question = describeQuestion(answer);
  const assigned = answer.assigned_to ?? "";
  const isKnown = administrators.some(({ value }) => value === assigned);
  const toggle = answer.done_at ? "Reopen" : "Done";
  const now = () => new Date().toISOString();

  async function review(change: ReviewChange, done: string): Promise<void> {
    if (command === null) return;
    const sent = reviewAnswer(command, answer, change);
    const isDone = await showResult(sent, "Error saving the review", done, question);
    if (isDone && change.reply) setReply(null);
  }

  return (
    <div className={classes.review}>
      <NativeSelect
        label="Assigned to"
        value={assigned}
        disabled={readOnly}
        data={[
          ...administrators,
          ...(isKnown ? [] : [{ value: assigned, label: "Another administrator" }]),
        ]}
        onChange={({ currentTarget: { value } }) =>
          void review({ assigned_to: value || null }, value ? "Assigned" : "Not assigned")
        }
      />
      {reply !== null && (
        <Textarea
          label="Reply to the person who asked"
          value={reply}
          maxLength={REPLY_LIMIT}
          autoFocus
          autosize
          minRows={3}
          maxRows={12}
          onChange={({ currentTarget: { value } }) => setReply(value)}
        />
      )}
      <Group gap="0.5rem">
        {reply !== null && (
          <>
            <Button
              disabled={readOnly || reply.trim() === ""}
              onClick={() => void review({ reply: reply.trim(), done_at: now() }, "Reply sent")}
            >
              Send reply
            </Button>
            <Button variant="default" onClick={() => setReply(null)}>
              Cancel
            </Button>
          </>
        )}
        {/* Without a rating there is no answer on a device that a reply could come back to. */}
        {reply === null && answer.verdict !== null && (
          <ActionButton
            icon={Reply}
            disabled={readOnly}
            aria-label={`Reply: ${question}`}
            onClick={() => setReply(answer.reply ?? "")}
          >
            Reply
          </ActionButton>
        )}
        {reply === null && (
          <ActionButton
            icon={answer.done_at ? RotateCcw : Check}
            disabled={readOnly}
            aria-label={`${toggle}: ${question}`}
            onClick={() =>
              void review(
                { done_at: answer.done_at ? null : now() },
                answer.done_at ? "Open again" : "Done",
              )
            }
          >
            {toggle}
          </ActionButton>
        )}
        {reply === null && props.children}
      </Group>
    </div>
  );
}
