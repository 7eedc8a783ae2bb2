import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { beforeAll } from "vitest";
import { DEMO } from "./company.ts";
import { GROUNDING, LONG_INPUT, writeDetailedLogs } from "./detailed-logs.ts";
import { stackForTests } from "./pages.ts";
import type { Stack } from "./stack.ts";

/** A name that is too long for a row of a phone, and a word that cannot be broken. */
const LONG = "Featherstonehaugh-Cholmondeley of Wolverhampton Heating, Cooling and Ventilation";
const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

/** A company with nothing in any list. */
export const EMPTY_COMPANY = "11111111-0000-4000-8000-000000000001";

/** People of the demo's company besides its own two, "Person 1" and so on: the last one is the newest. */
export const PEOPLE = 300;

/** The 7th of a list sorts before all others, the 31st after them; every ninth is long. */
const named = (what: string) => `
  case n when 7 then 'AAA ${WORD}' when 31 then 'Zz ${LONG}'
         else '${what} ' || n || case when n % 9 = 0 then ' ${LONG}' else '' end end`;
/** The same within the 80 characters of a term. */
const termed = `left(${named("HX-")}, 80)`;
/** Questions, of which every list has rows of very different heights. */
const asked = `${named("Question")} || repeat(' of the pump.', (n * 7) % 40)`;
const ago = (unit: string) => `now() - make_interval(${unit} => n)`;

/** The script, with at most so many rows in each list. */
function full(most: number): string {
  const series = (count: number) => `generate_series(1, ${Math.min(count, most)}) n`;
  return `
  insert into public.companies (id, name) values ('${EMPTY_COMPANY}', 'Empty Ltd');
  insert into public.companies (name) select ${named("Company")} from ${series(200)};
  insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'person' || n || '@crowd.example',
           jsonb_build_object('full_name', case when n = 9 then 'Person 9' else ${named("Person")} end)
    from ${series(PEOPLE)};
  update public.profiles p
    set company_id = '${DEMO.id}', can_use_label_agent = true,
        created_at = now() - make_interval(hours => ${Math.min(PEOPLE, most)} - substring(email from '[0-9]+')::int)
    where email like '%@crowd.example';
  insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'alone' || n || '@nowhere.example',
           jsonb_build_object('full_name', ${named("Alone")})
    from ${series(40)};
  insert into public.contact_form_submissions
      (company, name, email, phone, field_tech_count, current_crm, created_at)
    select ${named("Prospect")}, 'Name ' || n, 'p' || n || '@prospect.example', '+1 555 ' || n, '5',
           'None' || repeat(' of many', n % 20), ${ago("mins")}
    from ${series(200)};
  insert into public.knowledge_base
      (file_name, file_path, company_id, allowed_agents, kind, size_bytes, created_at)
    select ${named("Manual")} || '.pdf', '${DEMO.id}/' || n || '.pdf', '${DEMO.id}',
           '{label_agent}', 'pdf', 40000 + n, ${ago("hours")}
    from ${series(200)};
  insert into public.contact_form_submissions
      (company, name, email, phone, field_tech_count, current_crm, status)
    values (' cascade  CLIMATE services ', 'Quinn Roe', 'q@prospect.example', '1', '5', 'None',
            'qualified');
  update public.knowledge_base set picture_pages = '{2,4,5}', page_count = 5
    where file_name = 'Manual 1.pdf';
  update public.knowledge_base
    set superseded_by = (select id from public.knowledge_base where file_name like 'duct-%')
    where file_name = 'Manual 2.pdf';
  insert into public.golden_questions (company_id, agent, question, expected)
    select '${DEMO.id}', 'ask', ${named("Question")}, 'refusal' from ${series(40)};
  insert into public.vocabulary_terms (company_id, term, heard)
    select '${DEMO.id}', ${termed}, case when n % 5 = 0 then 'hx ' || n end
    from ${series(200)};
  insert into public.jobs (company_id, number, title, customer, site, equipment)
    select '${DEMO.id}', 'J-' || n, left(${named("Job")}, 200), left(${named("Customer")}, 200),
           '12 Mill Lane', '[{"maker": "Zentria", "model": "HP-240", "serial": "4711"}]'
    from ${series(200)};
  insert into public.job_import_tokens (company_id, token_hash) values ('${DEMO.id}', '\\x00');
  insert into public.webhooks (company_id, url)
    values ('${DEMO.id}', 'https://${"long-name.".repeat(8)}example/entries/of/the/company');
  insert into public.webhook_deliveries
      (webhook_id, company_id, event, entry_id, payload, state, attempts, status_code, answer,
       answered_at, created_at)
    select w.id, w.company_id, 'note', gen_random_uuid(), '{"type": "note"}',
           case when n % 3 = 0 then 'failed' else 'delivered' end, n, 503, '${WORD}', now(), ${ago("mins")}
    from public.webhooks w, ${series(40)};
  insert into public.answer_feedback
      (user_id, company_id, agent, message_id, item_id, revision, verdict, question, updated_at)
    select id, '${DEMO.id}', 'ask', gen_random_uuid(), gen_random_uuid(), 1, 'wrong',
           left(${asked}, 400), now() - make_interval(mins => (n + 10) % 40)
    from public.profiles, ${series(40)} where email = '${DEMO.technician}';
  insert into public.agent_logs
      (user_id, agent_type, input_type, input_data, output_summary, created_at)
    select id, 'ask', 'text', ${asked}, '**Answer** ' || left(${asked}, 400), ${ago("mins")}
    from public.profiles, ${series(120)} where email = '${DEMO.technician}';
  insert into public.detailed_agent_logs
      (request_key, company_id, agent_type, action_type, status, user_email, input_text,
       total_tokens, total_request_time_ms, created_at)
    select gen_random_uuid(), '${DEMO.id}', 'ask_agent', 'answer',
           case when n % 3 = 0 then 'failed' else 'success' end,
           case n when 7 then 'aaa@${WORD}.example' when 31 then 'zz@b.example'
                  else '${DEMO.technician}' end,
           ${asked}, n, 900 + n, ${ago("mins")}
    from ${series(90)};
`;
}

/**
 * Registers the hooks of a backend of its own, where the demo's company has many rows in every list of the
 * app, and the rest has companies, people and requests.
 * @param most limits each list to so many rows
 */
export function fullStackForTests(most = PEOPLE): Stack {
  const stack = stackForTests({ withProvider: false, ownBackend: true });
  beforeAll(async () => {
    await stack.backend.stop();
    // As the database's owner, to whom no policy applies.
    const database = await PGlite.create(join(stack.backend.dataDir, "database"));
    await database.exec(full(most)).finally(() => database.close());
    await stack.restart({ withProvider: false });
    await writeDetailedLogs(stack, [
      {
        ...{ company_id: stack.company.id, user_email: stack.technician },
        ...{ agent_type: "label_agent", action_type: "query" },
        ...{ input_text: LONG_INPUT, grounding: GROUNDING },
      },
    ]);
  });
  return stack;
}
