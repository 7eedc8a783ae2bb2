import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";
import { listenOn } from "#tests/support/loopback.ts";
import {
  ABOUT_PROJECT,
  ACCESS_TOKEN,
  apiKeys,
  configuration,
  dataApi,
  metadataSchema,
  newProject,
  PROJECT_REF,
  type Project,
  pooler,
  type UploadedFunction,
} from "./project.ts";

const secretsSchema = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const functionsSchema = z.array(z.looseObject({ slug: z.string(), verify_jwt: z.boolean() }));
const apiSchema = z.strictObject({
  db_schema: z.string().optional(),
  db_extra_search_path: z.string().optional(),
  max_rows: z.number().optional(),
});
const authSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * A model of Supabase's management API with one project: what the command line asks for on the way
 * from a new project to a running one. It refuses what the real one would refuse: another token,
 * another project, bodies of another shape; and answers 404 to everything else.
 * @param databaseUrl the project's database, as the connection pooler's user reaches it
 */
export async function startManagementApi(databaseUrl: string) {
  const project = newProject();
  const bundles: Project["functions"] = {};
  const requests: string[] = [];
  const unknown: string[] = [];
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "/", "http://api.test");
    requests.push(`${request.method} ${address.pathname}${address.search}`);
    const { status, body } = await answer(request, address).catch((error) => ({
      status: 400,
      body: { message: String(error) },
    }));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });

  async function answer(request: IncomingMessage, { pathname, searchParams }: URL) {
    if (request.headers.authorization !== `Bearer ${ACCESS_TOKEN}`) {
      unknown.push(`${request.method} ${pathname}`);
      return { status: 401, body: { message: "Unauthorized" } };
    }
    const ok = (body: unknown, status = 200) => ({ status, body });
    const read = () => whole(request);
    const json = async () => JSON.parse((await read()).toString());
    const route = pathname.replace(PROJECT_REF, "{ref}");
    switch (`${request.method} ${route}`) {
      case "GET /v1/profile":
        return ok({ gotrue_id: "id", primary_email: "operator@example.com", username: "operator" });
      case "GET /v1/projects/{ref}":
        return ok(ABOUT_PROJECT);
      case "GET /v1/projects/{ref}/api-keys":
        return ok(apiKeys(searchParams.get("reveal") === "true"));
      case "GET /v1/projects/{ref}/config/storage":
        return ok({ fileSizeLimit: 52_428_800, features: {} });
      case "GET /v1/projects/{ref}/config/database/pooler":
        return ok([pooler(databaseUrl)]);
      case "GET /v1/projects/{ref}/billing/addons":
        return ok({ selected_addons: [], available_addons: [] });
      case "GET /v2/projects/{ref}/config":
        return ok(configuration(project));
      case "PATCH /v1/projects/{ref}/config/auth":
        return ok(Object.assign(project.auth, authSchema.parse(await json())));
      case "PATCH /v1/projects/{ref}/postgrest":
        Object.assign(project.api, apiSchema.parse(await json()));
        return ok(dataApi(project));
      case "GET /v1/projects/{ref}/functions":
        return ok(
          Object.entries(project.functions).map(([slug, { metadata }]) => deployed(slug, metadata)),
        );
      case "POST /v1/projects/{ref}/functions/deploy": {
        const slug = z.string().parse(searchParams.get("slug"));
        const uploaded = await readUpload(request, await read());
        // Several functions are uploaded one by one, and go into service together.
        const uploads = searchParams.has("bundleOnly") ? bundles : project.functions;
        uploads[slug] = uploaded;
        return ok(deployed(slug, uploaded.metadata), 201);
      }
      case "PUT /v1/projects/{ref}/functions": {
        const functions = functionsSchema.parse(await json());
        for (const { slug, verify_jwt } of functions) {
          const bundle = bundles[slug];
          if (bundle === undefined) throw new Error(`${slug} was not uploaded`);
          project.functions[slug] = { ...bundle, metadata: { ...bundle.metadata, verify_jwt } };
        }
        return ok({ functions });
      }
      case "POST /v1/projects/{ref}/secrets":
        for (const { name, value } of secretsSchema.parse(await json())) {
          if (name.startsWith("SUPABASE_")) throw new Error(`${name} is the platform's own name`);
          project.secrets[name] = value;
        }
        return ok(undefined, 201);
      default:
        unknown.push(`${request.method} ${pathname}`);
        return { status: 404, body: { message: `Cannot ${request.method} ${pathname}` } };
    }
  }

  return {
    ...(await listenOn(server)),
    project,
    /** Every request, as method and address, in the order of arrival. */
    requests,
    /** Those that it knows no answer to, or that come without the token. */
    unknown,
  };
}

async function whole(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

/** Reads the parts of an upload: `metadata`, and one `file` for each file of the function. */
async function readUpload(request: IncomingMessage, body: Buffer): Promise<UploadedFunction> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const metadata = metadataSchema.parse(JSON.parse(await text(form.get("metadata"))));
  const files: Record<string, string> = {};
  for (const file of form.getAll("file")) {
    if (typeof file === "string") throw new Error("A file came as a field");
    files[file.name] = await file.text();
  }
  for (const path of [metadata.entrypoint_path, metadata.import_map_path]) {
    if (path !== undefined && !(path in files)) throw new Error(`${path} was not uploaded`);
  }
  return { metadata, files };
}

async function text(part: FormDataEntryValue | null): Promise<string> {
  return part instanceof Blob ? part.text() : (part ?? "");
}

function deployed(slug: string, { name, verify_jwt }: UploadedFunction["metadata"]) {
  const at = Date.parse("2026-01-01");
  const times = { created_at: at, updated_at: at };
  return { id: slug, slug, name, version: 1, status: "ACTIVE", verify_jwt, ...times };
}
