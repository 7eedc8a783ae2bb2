import type { KnowledgeFile } from "@contracts/knowledge.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { REFUSED } from "#tests/support/administration-server.ts";
import { readText } from "#tests/support/knowledge-server.ts";
import { command, db, server } from "#tests/support/one-administrator.ts";
import { COMPANY } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { readKnowledgeFiles } from "../mirror/person/knowledge/knowledge-files.ts";
import { deleteFile, indexAgain } from "./knowledge-files.ts";
import { objectPath, uploadFile, uploadRefusal } from "./knowledge-upload.ts";

const READING = { share: 0.98, untold_pages: [1], pictures: 2, objects: 0 };
const read = async () => ({ ...(await readText()()), reading: READING });

const upload = () =>
  uploadFile(command, {
    file: new File(["text"], "Guide.txt"),
    companyId: COMPANY,
    agents: ["label_agent"],
    read,
    progress: () => {},
  });

async function uploaded(): Promise<KnowledgeFile> {
  await upload();
  const [file] = await readKnowledgeFiles(db, COMPANY);
  if (file === undefined) throw new Error("nothing was uploaded");
  return file;
}

const agents = ["label_agent" as const];
it("uploadRefusal uses the texts of the specification", () => {
  expect(uploadRefusal({ name: "a.pdf", size: 10_000_000 }, agents)).toBeNull();
  expect(uploadRefusal({ name: "a.pdf", size: 10_000_001 }, agents)).toEqual({
    title: "File too large",
    message: "File must be under 10MB",
  });
  expect(uploadRefusal({ name: "a.pdf.exe", size: 1 }, agents)).toEqual({
    title: "Invalid file type",
    message: "Only PDF, DOC, DOCX, TXT, and MD files are allowed",
  });
  expect(uploadRefusal({ name: "A.PDF", size: 1 }, [])).toEqual({
    title: "No agents selected",
    message: "Please select at least one agent that can access this file",
  });
});

it("uploadFile stores the object, the row and all passages, and shows the file", async () => {
  expect(await upload()).toEqual({ kind: "done" });
  const [file] = await readKnowledgeFiles(db, COMPANY);
  expect(file).toMatchObject({
    file_name: "Guide.txt",
    passage_count: 250,
    indexed_passages: 250,
    reading: READING,
  });
  expect([...server.files.objects.keys()]).toEqual([
    expect.stringMatching(`^${COMPANY}/\\d+_Guide.txt$`),
  ]);
});

it.each(["upload", "addFile"])("uploadFile leaves nothing behind when %s fails", async (call) => {
  server.fail.set(call, REFUSED);
  expect(await upload()).toEqual({ kind: "failed", message: "Refused." });
  expect([server.files.objects.size, server.files.rows.size]).toEqual([0, 0]);
});

it("uploadFile keeps a file whose passages did not all arrive, and indexes it again", async () => {
  server.fail.set("addPassages", unreachable());
  expect(await upload()).toMatchObject({ kind: "not-searchable" });
  const [file] = await readKnowledgeFiles(db, COMPANY);
  expect(file?.indexed_passages).toBe(0);
  server.fail.clear();
  const reading = { share: 0.9, untold_pages: [2], pictures: 1, objects: 3 };
  const again = await indexAgain(command, file as KnowledgeFile, {
    read: async () => ({ ...(await read()), reading }),
    progress: () => {},
  });
  expect(again).toEqual({ kind: "done" });
  expect(await readKnowledgeFiles(db, COMPANY)).toMatchObject([{ indexed_passages: 250, reading }]);
});

it("uploadFile reports the sentence of the document reader", async () => {
  const failing = { file: new File([""], "a.txt"), companyId: COMPANY, agents: [] };
  const result = await uploadFile(command, {
    ...failing,
    read: () => Promise.reject(new Error("This file is empty.")),
    progress: () => {},
  });
  expect(result).toEqual({ kind: "failed", message: "This file is empty." });
  expect(server.files.objects.size).toBe(0);
});

it("deleteFile removes the object, the row and the passages", async () => {
  const file = await uploaded();
  expect(await deleteFile(command, file)).toEqual({ kind: "done" });
  expect([server.files.objects.size, server.files.rows.size, server.files.stored.size]).toEqual([
    0, 0, 0,
  ]);
  expect(await readKnowledgeFiles(db, COMPANY)).toEqual([]);
});

it("deleteFile shows the file again when its object cannot be removed", async () => {
  const file = await uploaded();
  server.fail.set("remove", REFUSED);
  expect(await deleteFile(command, file)).toEqual({ kind: "failed", message: "Refused." });
  expect(server.files.rows.get(file.id)?.deleting_at).toBeNull();
  expect(await readKnowledgeFiles(db, COMPANY)).toMatchObject([{ deleting_at: null }]);
});

it("deleteFile completes a deletion that stopped before the row", async () => {
  const file = await uploaded();
  server.fail.set("deleteFile", unreachable());
  expect(await deleteFile(command, file)).toMatchObject({ kind: "failed" });
  const [kept] = await readKnowledgeFiles(db, COMPANY);
  expect(kept?.deleting_at).not.toBeNull();
  server.fail.clear();
  expect(await deleteFile(command, file)).toEqual({ kind: "done" });
  expect(server.files.rows.size).toBe(0);
});

it("objectPath keeps a plain name", () => {
  expect(objectPath("c1", "HP-240 Guide.pdf", 7)).toBe("c1/7_HP-240-Guide.pdf");
  expect(objectPath("c1", "Überhitzung.txt", 7)).toBe("c1/7_Uberhitzung.txt");
});

it("objectPath is always one name in the company's folder, whatever the file is called", () => {
  expect(objectPath("c1", "../../etc/passwd", 7)).toBe("c1/7_etc-passwd");
  expect(objectPath("c1", "🔥", 7)).toBe("c1/7_file");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      expect(objectPath("c1", name, 7)).toMatch(
        /^c1\/7_[A-Za-z0-9](?:[A-Za-z0-9-]|\.(?!\.)){0,99}$/,
      );
    }),
  );
});
