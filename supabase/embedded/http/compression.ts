import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Encoding = "gzip" | "br";

/** Smaller bodies, in bytes, gain nothing from compression. */
const LEAST = 1024;

/** Larger bodies, in bytes, are sent uncompressed: to be compressed, a body is held in memory. */
const MOST = 32 * 1024 * 1024;

/** How many bytes of compressed app files are kept, so that each file is compressed only once. */
const KEPT = 64 * 1024 * 1024;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

const COMPRESSIBLE =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript)|application\/(manifest\+json|wasm)|image\/svg\+xml)/i;

/**
 * Compresses answers in an encoding that the client accepts: quickly if an answer is made anew each
 * time, and well if it has an ETag, because it is then compressed once and kept.
 */
export function createCompression(): (request: Request, response: Response) => Promise<Response> {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let size = 0;

  async function once(key: string, encoding: Encoding, body: Uint8Array<ArrayBuffer>) {
    const already = known.get(key);
    if (already) return await already;
    const made = compress(encoding, body, true);
    known.set(key, made);
    size += (await made).byteLength;
    for (const [oldest, bytes] of known) {
      if (size <= KEPT) break;
      known.delete(oldest);
      size -= (await bytes).byteLength;
    }
    return await made;
  }

  return async (request, response) => {
    const { headers } = response;
    if (!isCompressible(response)) return response;
    headers.append("vary", "accept-encoding");
    const length = headers.get("content-length");
    if (request.method === "HEAD" || (length !== null && Number(length) < LEAST)) return response;
    if (Number(length) > MOST) return response;
    const etag = headers.get("etag");
    const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? "", etag !== null);
    if (!encoding) return response;
    const whole = length === null ? await atOnce(response) : await response.bytes();
    if (whole instanceof ReadableStream) return new Response(whole, response);
    if (whole.byteLength < LEAST) {
      headers.set("content-length", String(whole.byteLength));
      return new Response(whole, response);
    }
    const body =
      etag === null
        ? await compress(encoding, whole, false)
        : await once(`${encoding} ${etag}`, encoding, whole);
    const changed = new Headers(headers);
    changed.set("content-length", String(body.byteLength));
    changed.set("content-encoding", encoding);
    // A weak ETag, because the content is the same, but the bytes are not.
    if (etag?.startsWith('"')) changed.set("etag", `W/${etag}`);
    return new Response(body, { status: response.status, headers: changed });
  };
}

/** The whole body if it is complete, otherwise its chunks as they arrive. */
async function atOnce({
  body,
}: Response): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) return new Uint8Array();
  const second = reader.read();
  const later = new Promise<"later">((resolve) => setTimeout(resolve, 0, "later"));
  const next = await Promise.race([second, later]);
  if (next !== "later" && next.done) return first.value;
  const pieces = [Promise.resolve(first), second];
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await (pieces.shift() ?? reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isCompressible({ body, status, headers }: Response): boolean {
  return (
    body !== null &&
    status !== 206 &&
    !headers.has("content-encoding") &&
    !headers.has("content-range") &&
    !/\bno-transform\b/i.test(headers.get("cache-control") ?? "") &&
    COMPRESSIBLE.test(headers.get("content-type") ?? "")
  );
}

function chooseEncoding(accepted: string, isKept: boolean): Encoding | undefined {
  const refused = new Set<string>();
  const wanted = new Set<string>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...terms] = part.split(";").map((text) => text.trim());
    (terms.some((term) => /^q=0(\.0*)?$/.test(term)) ? refused : wanted).add(name);
  }
  const order: Encoding[] = isKept ? ["br", "gzip"] : ["gzip", "br"];
  return order.find((name) => wanted.has(name) && !refused.has(name));
}

async function compress(
  encoding: Encoding,
  body: Uint8Array<ArrayBuffer>,
  well: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    encoding === "gzip"
      ? await toGzip(body, { level: well ? 9 : 1 })
      : await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: well ? 9 : 4 } });
  return new Uint8Array(bytes);
}
