import { join } from "node:path";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { serveStatic } from "hono/serve-static";
import { appCacheControl, HASHED } from "./headers.ts";

const NOT_BUILT = "The app has not been built yet: run `npm run build`.\n";

/** Serves the built app in `directory`; addresses of its pages get index.html. */
export function staticFiles(directory: string): Hono {
  const getContent = (path: string) => Deno.readFile(path).catch(() => null);
  const app = new Hono();
  app.use(etag());
  app.use(
    serveStatic({
      root: directory,
      getContent,
      join,
      onFound: (path, c) => c.header("cache-control", appCacheControl(pathInApp(path))),
    }),
  );
  app.get("*", async (c) => {
    if (!isNavigation(c)) return c.text("Not found\n", 404, { "cache-control": "no-store" });
    const page = await getContent(join(directory, "index.html"));
    if (!page) return c.text(NOT_BUILT, 503, { "cache-control": "no-store" });
    return c.body(page, 200, {
      "content-type": "text/html; charset=UTF-8",
      "cache-control": "no-cache",
    });
  });
  const pathInApp = (path: string) => path.slice(directory.length).replaceAll("\\", "/");
  app.notFound((c) => c.text("Not found\n", 404, { "cache-control": "no-store" }));
  return app;
}

/** Whether a page is requested, and not a file that is missing. */
function isNavigation(c: Context): boolean {
  if (c.req.path === "/") return true;
  const lastSegment = c.req.path.split("/").at(-1) ?? "";
  const wantsPage =
    c.req.header("sec-fetch-mode") === "navigate" ||
    (c.req.header("accept") ?? "").includes("text/html");
  const isHashed = HASHED.some((folder) => c.req.path.startsWith(folder));
  return wantsPage && !lastSegment.includes(".") && !isHashed;
}
