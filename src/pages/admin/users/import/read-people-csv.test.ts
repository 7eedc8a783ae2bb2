import { expect, it } from "vitest";
import { IMPORT_LIMIT, readPeopleCsv } from "./read-people-csv.ts";

const read = (csv: string) => readPeopleCsv(new TextEncoder().encode(csv).buffer);
function peopleOf(csv: string) {
  const result = read(csv);
  if (result.kind === "wrong") throw new Error(result.message);
  return result.people;
}

it("a file of people is read with every column", () => {
  expect(
    peopleOf(
      'Full name,Email,Role,Agents,Password\nKim Lee, kim@demo.example ,Administrator,"Voice, Label",heat-pump-7\n',
    ),
  ).toEqual([
    {
      line: 2,
      fullName: "Kim Lee",
      email: "kim@demo.example",
      role: "admin",
      voice: true,
      snap: false,
      label: true,
      isAccessGiven: true,
      unclear: [],
      password: "heat-pump-7",
    },
  ]);
});

it.each([
  ["semicolons", "name;e-mail;voice\nKim;kim@demo.example;yes"],
  ["tabs", "NAME\tE_Mail Address\tVoice Agent\nKim\tkim@demo.example\tX"],
  ["a byte order mark", "\ufeffEmail,Voice,Full Name\nkim@demo.example,TRUE,Kim"],
  ["Windows line ends", "Email,Agents,Full Name\r\nkim@demo.example,voice agent,Kim\r\n"],
  ["its separator in a line for Excel", "sep=|\r\nName|Email|Voice\r\nKim|kim@demo.example|x"],
  [
    "names in two columns",
    "First name,Last name,Email,can_use_voice_agent\nKim,,kim@demo.example,1",
  ],
])("a file of people may have %s", (_, csv) => {
  const access = { voice: true, snap: false, label: false };
  expect(peopleOf(csv)).toMatchObject([
    { fullName: "Kim", email: "kim@demo.example", role: "field_tech", ...access, password: null },
  ]);
});

const OF_EXCEL = "Name\tEmail\r\nJosé\tjose@demo.example";
it.each([
  ["the old encoding of Windows", Buffer.from(OF_EXCEL, "latin1")],
  ["Unicode with its little end first", Buffer.from(`\ufeff${OF_EXCEL}`, "utf16le")],
  ["Unicode with its big end first", Buffer.from(`\ufeff${OF_EXCEL}`, "utf16le").swap16()],
])("a file of people may be in %s", (_, bytes) => {
  expect(readPeopleCsv(Uint8Array.from(bytes).buffer)).toMatchObject({
    people: [{ line: 2, fullName: "José", email: "jose@demo.example" }],
  });
});

it.each([
  ["all", [true, true, true], []],
  ["none", [false, false, false], []],
  ["Snap and Label", [false, true, true], []],
  ["voice/snap", [true, true, false], []],
  ["voise", [false, false, false], ["voise"]],
])("a file of people names the agents %j", (agents, [voice, snap, label], unclear) => {
  expect(peopleOf(`Name,Email,Agents\nKim,k@demo.example,"${agents}"`)).toMatchObject([
    { voice, snap, label, unclear },
  ]);
});

it.each([
  ["Agents", "none", true],
  ["Agents", "", false],
  ["Phone", "1", false],
  ["Voice", "", true],
])(
  "a file of people with the column %s of “%s” says who gets which agents: %s",
  (column, field, isAccessGiven) => {
    expect(peopleOf(`Name,Email,${column}\nKim,k@demo.example,${field}`)).toMatchObject([
      { voice: !isAccessGiven, snap: !isAccessGiven, isAccessGiven, unclear: [] },
    ]);
  },
);

it("a file of people tells what is unclear, and counts lines as a spreadsheet does", () => {
  expect(
    peopleOf("Name,Email,Role,Snap\n\nKim,k@demo.example,boss,maybe\n,,,\n'=1+1,l@demo.example"),
  ).toMatchObject([
    { line: 3, role: null, unclear: ["maybe"] },
    { line: 5, fullName: "=1+1" },
  ]);
});

it.each([
  ["", "The first line must name the columns"],
  ["Kim,kim@demo.example", "The first line must name the columns"],
  ["Name,Role\nKim,admin", "The first line must name the columns"],
  ["Name,Email\n,\n", "The file has no people."],
  ['Name,Email\nKim,k@demo.example\n"Lou,l@demo.example\nMo,m@demo.example', "Line 3 has a quot"],
  ["PK\u0003\u0004", "This is an Excel workbook."],
  [`Name,Email\n${"K,k@demo.example\n".repeat(IMPORT_LIMIT + 1)}`, "The file has 501 people."],
])("a file of people is refused with the reason", (csv, message) => {
  const result = read(csv);
  expect(result.kind === "wrong" && result.message).toContain(message);
});
