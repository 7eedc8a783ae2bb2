import { readRequestBody } from "./body-limit.ts";
import { Refused } from "./refused.ts";

/**
 * Reads a multipart body of at most `limit` bytes.
 * @throws Refused 413 with `tooLarge` as its sentence, 408 when the body breaks off, 400 when it is no
 *   readable form.
 */
export async function readForm(
  request: Request,
  limit: number,
  tooLarge: string,
): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw unreadable();

  const body = await readRequestBody(request, limit, tooLarge);
  return await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw unreadable();
  });
}

function unreadable(): Refused {
  return new Refused(400, "malformed", "The request is not a readable multipart form.");
}
