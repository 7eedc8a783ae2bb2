import { appCacheControl, type Deployed, listAppHeaders } from "../embedded/http/headers.ts";

/** Below it, names hold a hash of the content. */
const HASHED = "/assets/";

type Header = readonly [name: string, value: string];

/**
 * What static hosts read beside the app, so that it is served with the headers of the embedded
 * server: by file name, the text of `_headers` (Netlify, Cloudflare Pages), `vercel.json`, and
 * `nginx.conf`, to be included in a `server` block.
 */
export async function hostFiles(deployed: Deployed): Promise<Record<string, string>> {
  const headers = await listAppHeaders(deployed);
  const hashed: Header = ["cache-control", appCacheControl(HASHED)];
  return {
    _headers: headersFile(headers, hashed),
    "vercel.json": vercelFile(headers, hashed),
    "nginx.conf": nginxFile(headers, hashed),
  };
}

/** Hosts of this kind have pages asked for anew by themselves; a header named twice would be joined. */
function headersFile(headers: readonly Header[], hashed: Header): string {
  const lines = (list: readonly Header[]) =>
    list.map(([name, value]) => `  ${name}: ${value}\n`).join("");
  return `/*\n${lines(headers)}\n${HASHED}*\n${lines([hashed])}`;
}

function vercelFile(headers: readonly Header[], hashed: Header): string {
  const objects = (list: readonly Header[]) => list.map(([key, value]) => ({ key, value }));
  const config = {
    headers: [
      { source: "/(.*)", headers: objects(headers) },
      { source: `${HASHED}(.*)`, headers: objects([hashed]) },
    ],
    // The address of a page, and not a file that is missing.
    rewrites: [{ source: "/((?!assets/)[^.]*)", destination: "/index.html" }],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** A location that adds a header of its own takes none over. */
function nginxFile(headers: readonly Header[], hashed: Header): string {
  const location = (path: string, files: string, list: readonly Header[]) =>
    [
      `location ${path} {`,
      `  try_files ${files};`,
      ...list.map(([name, value]) => `  add_header ${name} "${value}" always;`),
      "}\n",
    ].join("\n");
  const pages = ["cache-control", appCacheControl("/")] as const;
  return [
    location("/", "$uri /index.html", [...headers, pages]),
    location(HASHED, "$uri =404", [...headers, hashed]),
  ].join("\n");
}
