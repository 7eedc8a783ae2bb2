type Fetch = typeof globalThis.fetch;

/** A backslash, a NUL or half a character, as JSON writes them. Whole characters are not escaped. */
const ESCAPED = /\\(?:\\|u0000|ud[89a-f][\da-f]{2})/gi;

/**
 * Wraps a fetch. PostgreSQL stores no NUL and no half a character: it would refuse the whole request,
 * however often it is repeated. So no text that is sent has them, whoever typed or pasted it.
 */
export function storableRequests(fetch: Fetch): Fetch {
  return (input, init) => {
    const body = init?.body;
    const address = typeof input === "string" ? input.replaceAll("%00", "") : input;
    return fetch(address, typeof body === "string" ? { ...init, body: storableJson(body) } : init);
  };
}

function storableJson(json: string): string {
  return json.replace(ESCAPED, (escaped) => {
    if (escaped === "\\\\") return escaped;
    return escaped === "\\u0000" ? "" : "\ufffd";
  });
}
