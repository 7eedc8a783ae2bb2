import { expect, it } from "vitest";
import { encoded } from "#tests/support/encoded.ts";
import { extract } from "./extract.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const read = async (bytes: Uint8Array, name: string) =>
  (await extract(bytes, name)).passages.map(({ body }) => body).join("\n\n");

const RUSSIAN =
  "Насос работает при давлении воды выше 3 бар. Проверьте клапан и датчик температуры.";
const SHORT = "Ошибка E-31: фильтр, вода, жзщ";
const KOREAN =
  "펌프의 수압이 낮으면 밸브를 열고 온도 센서를 확인하십시오. 오류 코드는 화면에 표시됩니다.";
const CHINESE = "水压过低时请检查阀门和水泵，然后重新启动加热器。故障代码显示在屏幕上。";
const TAIWANESE = "水壓過低時請檢查閥門和水泵，然後重新啟動加熱器。故障代碼顯示在螢幕上。";
const JAPANESE = "水圧が低い場合はバルブを開いて、センサーの抵抗を確認してください。";
const GERMAN = "Prüfen Sie den Wasserdruck und öffnen Sie das Ventil. Die Größe beträgt 5 µm.";

it.each([
  [RUSSIAN, "windows-1251"],
  [RUSSIAN, "koi8-r"],
  // So short that it could as well be Portuguese with many accents.
  [SHORT, "windows-1251"],
  [SHORT, "koi8-r"],
  [KOREAN, "euc-kr"],
  [TAIWANESE, "big5"],
  [CHINESE, "gb18030"],
  [JAPANESE, "euc-jp"],
  [JAPANESE, "shift_jis"],
  [GERMAN, "windows-1252"],
  [GERMAN, "iso-8859-15"],
])("reads the text %s in %s", async (text, encoding) => {
  expect(await read(encoded(text, encoding), "notes.txt")).toBe(text);
});

it.each([
  ["in the middle", (bytes: Uint8Array) => bytes.with(20, 0xff)],
  ["at the end", (bytes: Uint8Array) => bytes.with(bytes.length - 2, 0xfc)],
])("reads a text in UTF-8 with one wrong byte %s", async (_where, damage) => {
  const text = await read(damage(encode(GERMAN)), "notes.txt");
  expect([...text].filter((letter, at) => letter !== [...GERMAN][at]).length).toBeLessThan(3);
});

it("refuses in words a text whose encoding can't be told", async () => {
  // DOS in Cyrillic letters.
  const dos = Uint8Array.from(RUSSIAN, (letter) => {
    const place = letter.charCodeAt(0) - 0x410;
    return place < 0 ? letter.charCodeAt(0) : 0x80 + place + (place < 0x30 ? 0 : 0x30);
  });
  await expect(read(dos, "notes.txt")).rejects.toThrow("because its encoding is unknown");
});

it("refuses in words a text of DOS in Central Europe", async () => {
  const letters: Record<string, number> = {
    č: 0x9f,
    š: 0xe7,
    ť: 0x9c,
    ě: 0xd8,
    í: 0xa1,
    ř: 0xfd,
    ž: 0xa7,
  };
  const dos = Uint8Array.from(
    "Při znečištění otevřete žaluzii.",
    (letter) => letters[letter] ?? letter.charCodeAt(0),
  );
  await expect(read(dos, "notes.txt")).rejects.toThrow("because its encoding is unknown");
});

it("takes no line of front matter for a heading", async () => {
  const source = "---\ntitle: KP-7\n---\n\nText of the manual";
  const { passages } = await extract(encode(source), "notes.md");
  expect(passages).toMatchObject([{ heading: null, body: "title: KP-7\n\nText of the manual" }]);
});

it.each<[string, string, string[], string[]?]>([
  ["front matter that is TOML", '+++\ntitle = "KP-7"\n+++\n\nText', ['title = "KP-7"']],
  [
    "front matter that has no end",
    "---\ntitle: KP-7\n\nText of the manual",
    ["title: KP-7", "Text of"],
  ],
  ["a line instead of front matter", "---\n\nText of the manual", ["Text of the manual"]],
  [
    "a table of aligned columns without outer pipes",
    "Code | Limit\n:--- | ---:\nE-30 | 4.5 bar\nE-31 |",
    ["Code\tLimit\nE-30\t4.5 bar\nE-31"],
  ],
  [
    "a table below a paragraph without an empty line",
    "Faults:\nCode | Meaning\n--- | ---\nE-30 | a \\| b",
    ["Code\tMeaning\nE-30\ta | b"],
  ],
  ["a comment in a paragraph", "Set 3 bar <!-- 9 bar --> now", ["Set 3 bar", "now"], ["9 bar"]],
  [
    "a comment over lines, and one without an end",
    "A\n\n<!--\n9 bar\n\n9 bar -->\n\nB\n\n<!-- 8 bar",
    ["A", "B"],
    ["9 bar", "8 bar"],
  ],
  [
    "a sentence that blank lines divide",
    "The contact opens when the pump is running and the\n\nlevel is low.\n\nThen wait.",
    ["running and the level is low.\n\nThen wait."],
  ],
  ["entries that begin with codes", "E-30 Fan\nE-31 Pump\nof the coil", ["E-30 Fan\nE-31 Pump\n"]],
  ["ends of lines", "Power 3 kW  \nCurrent 12 A", ["Power 3 kW\nCurrent 12 A"]],
  [
    "the ends of lines and the names of rows in cells",
    "| Code | Check |\n|--|--|\n| [](){#e-30}E-30 | fan<br>coil |",
    ["\nE-30\tfan coil"],
  ],
  ["a comment in a listing", "```\n<!-- 3 bar -->\n```", ["<!-- 3 bar -->"]],
])("reads Markdown with %s", async (_what, source, holds, lacks = []) => {
  const text = await read(encode(source), "notes.md");
  for (const part of holds) expect(text).toContain(part);
  for (const part of lacks) expect(text).not.toContain(part);
});

it("repeats the head of a Markdown table in each passage that begins within it", async () => {
  const source = `Code | Fault\n-- | --\n${`E-30 | ${"word ".repeat(8)}\n`.repeat(60)}`;
  const { passages } = await extract(encode(source), "notes.md");
  expect(passages.length).toBeGreaterThan(2);
  for (const { body } of passages) expect(body).toMatch(/^Code\tFault\nE-/);
});

it.each([
  [
    "columns that spaces set apart",
    "Part     Torque   Tool\nFan      12 Nm    key\nPump     8 Nm     key",
    "Part\tTorque\tTool\nFan\t12 Nm\tkey\nPump\t8 Nm\tkey",
  ],
  [
    "wide spaces in justified lines",
    "Open  the valve\nwhile the  pump\nruns.  Wait now",
    "Open  the valve while the  pump runs.  Wait now",
  ],
  ["entries that begin with codes", "E-30 Fan\nE-31 Pump", "E-30 Fan\nE-31 Pump"],
  [
    "entries of a list that go on in the next line",
    "To stop:\n- Close the valve of\n  the pump.\n- Wait.",
    "To stop:\n- Close the valve of the pump.\n- Wait.",
  ],
])("reads plain text with %s", async (_what, source, text) => {
  expect(await read(encode(source), "notes.txt")).toBe(text);
});

it("takes only underlined lines of plain text for titles where there are any", async () => {
  const source = "Pump\n====\n\nUse this file:\n\nDEVICE /dev/usb\n\nThen start the pump.";
  const { passages } = await extract(encode(source), "notes.txt");
  expect(passages).toMatchObject([{ heading: "Pump" }]);
});
