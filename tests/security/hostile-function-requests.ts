import fc from "fast-check";
import { type Aims, type HostileRequest, jsonBody, sender } from "./hostile-request.ts";
import { hostileObject, hostileText, hostileValue } from "./hostile-values.ts";

/** Only characters that an HTTP client accepts in a header. */
const headerText = fc
  .string({ unit: "grapheme-ascii", maxLength: 40 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, "").trim());

/** Requests to the server functions. */
export function functionRequest(aims: Aims): fc.Arbitrary<HostileRequest> {
  const id = fc.constantFrom(aims.company, aims.otherCompany, aims.bystander);
  const question = { question: hostileText, history: hostileValue };
  const photo = fc.constantFrom("data:image/jpeg;base64,/9j/4AAQ", "data:text/html,<b>", "");
  const bodies: Record<string, fc.Arbitrary<string>> = {
    "voice-transcribe": hostileText,
    "snap-process": hostileObject({ image: photo, note: hostileText }),
    "label-query": hostileObject(question),
    "ask-query": hostileObject(question),
    "create-user": hostileObject({
      email: fc.uuid().map((it) => `${it}@fuzz.example`),
      password: fc.constant("long-enough"),
      full_name: hostileText,
      role: fc.constantFrom("field_tech", "admin", "super_admin"),
      company_id: id,
      can_use_snap_agent: fc.boolean(),
      can_use_voice_agent: fc.boolean(),
    }),
    "delete-user": hostileObject({ user_id: id }),
    "golden-run": hostileObject({
      company_id: id,
      agent: fc.constantFrom("label", "ask"),
      question_ids: fc.array(fc.uuid(), { maxLength: 6 }),
      change: hostileValue,
    }),
    "import-jobs": hostileObject({
      jobs: fc.oneof(
        hostileValue,
        fc.array(fc.record({ number: hostileText, title: hostileText, equipment: hostileValue })),
      ),
    }),
    "deliver-webhooks": hostileObject({}),
    "reset-user": hostileObject({
      user_id: id,
      action: fc.constantFrom("temporary_password", "recovery_link", "remove_factors"),
    }),
  };
  const key = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.uuid().map((it) => ({ "idempotency-key": it })) },
    { weight: 1, arbitrary: headerText.map((it) => ({ "idempotency-key": it })) },
  );
  return fc.constantFrom(...Object.entries(bodies)).chain(([name, text]) => {
    const json = jsonBody(text);
    const sent =
      name === "voice-transcribe"
        ? fc.oneof({ weight: 5, arbitrary: formBody() }, { weight: 1, arbitrary: json })
        : json;
    return fc.tuple(sender, sent, key).map(([from, { type, body }, keyHeader]) => ({
      ...{ sender: from, service: "functions", method: "POST" },
      ...{ path: `/functions/v1/${name}`, body },
      headers: {
        ...{ "content-type": type, ...keyHeader },
        ...(name === "import-jobs" && { authorization: `Bearer ${aims.jobToken}` }),
      },
    }));
  });
}

function formBody() {
  const line = fc.oneof(
    fc.constantFrom(
      ...["--x", "--x", "--x--", "", "", "Content-Type: audio/webm", "Content-Type: text/html"],
      'Content-Disposition: form-data; name="audio"; filename="a.webm"',
      'Content-Disposition: form-data; name="audio"; filename="../../x.webm"',
      'Content-Disposition: form-data; name="recorded_at"',
      "2026-01-05T08:00:00Z",
    ),
    hostileText,
  );
  const odd = fc.array(line, { maxLength: 14 }).map((lines) => Buffer.from(lines.join("\r\n")));
  const good = fc
    .tuple(fc.uint8Array({ maxLength: 60 }), hostileText)
    .map(([bytes, recordedAt]) =>
      Buffer.concat([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="recorded_at"\r\n\r\n'),
        Buffer.from(`${recordedAt}\r\n--x\r\nContent-Disposition: form-data; name="audio"; `),
        Buffer.from('filename="a.webm"\r\nContent-Type: audio/webm\r\n\r\n'),
        bytes,
        Buffer.from("\r\n--x--\r\n"),
      ]),
    );
  const type = fc.constantFrom(
    ...["multipart/form-data; boundary=x", "multipart/form-data; boundary=x"],
    ...["multipart/form-data; boundary=", "multipart/form-data"],
  );
  return fc.tuple(type, fc.oneof(good, odd)).map(([it, body]) => ({ type: it, body }));
}
