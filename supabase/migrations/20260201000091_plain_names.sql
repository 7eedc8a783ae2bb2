-- A name consists of characters that can be seen: those of people, companies, documents and terms, and
-- what a term is heard as. Control characters, characters that turn the direction of writing and invisible
-- ones are taken out; joiners and variants stay where a script or an emoji needs them. If nothing of a
-- name can be seen, it is empty, which the checks of the tables refuse. `plain-name.ts` does the same.
create function private.plain_name(name text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  plain text := regexp_replace(name, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g');
begin
  plain := regexp_replace(plain,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]',
    '', 'g');
  -- Variants that no symbol, emoji or Chinese character comes before.
  plain := regexp_replace(plain,
    '(?<![\u2100-\u2bff\u3000-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])[\ufe00-\ufe0f\U000e0100-\U000e01ef]',
    '', 'g');
  -- Joiners that are not between letters of Arabic, Indian or related scripts, or emoji.
  plain := regexp_replace(plain,
    '(?<![\u0590-\u1fff\u2190-\u2bff\ua840-\uabff\ufb1d-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u1fff\u2190-\u2bff\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001f000-\U0001faff])',
    '', 'g');
  if plain !~ '[^ \u00a0\u0300-\u036f\u1680\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200d\u202f\u205f\u20d0-\u20ff\u3000\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef]' then
    return '';
  end if;
  return btrim(plain, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000');
end $$;

-- Takes out of the columns that are its arguments what nobody can see.
create function private.keep_plain_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := to_jsonb(new);
  plain text;
begin
  for place in 0 .. tg_nargs - 1 loop
    plain := private.plain_name(given ->> tg_argv[place]);
    -- A profile need not have a name.
    if tg_table_name = 'profiles' then
      plain := nullif(plain, '');
    end if;
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[place], plain));
  end loop;
  return new;
end $$;
revoke all on function private.plain_name(text), private.keep_plain_names() from public;

create trigger keep_plain_names before insert or update of name on public.companies
  for each row execute function private.keep_plain_names('name');
create trigger keep_plain_names before insert or update of full_name on public.profiles
  for each row execute function private.keep_plain_names('full_name');
create trigger keep_plain_names before insert or update of file_name on public.knowledge_base
  for each row execute function private.keep_plain_names('file_name');
create trigger keep_plain_names before insert or update of term, heard on public.vocabulary_terms
  for each row execute function private.keep_plain_names('term', 'heard');
create trigger keep_plain_names before insert on public.contact_form_submissions
  for each row execute function private.keep_plain_names('company', 'name');

-- Names of before. What would be empty or the same as another's stays until somebody changes it.
update public.companies set name = name
where name <> private.plain_name(name) and private.plain_name(name) <> '';
update public.profiles set full_name = full_name where full_name <> private.plain_name(full_name);
update public.knowledge_base set file_name = file_name
where file_name <> private.plain_name(file_name) and private.plain_name(file_name) <> '';

-- As it was, by this rule.
create or replace function public.set_own_full_name(full_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given text := nullif(private.plain_name(set_own_full_name.full_name), '');
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  if given is null or char_length(given) > 200 then
    raise exception 'A name has 1 to 200 characters that can be seen' using errcode = '22023';
  end if;
  update public.profiles p set full_name = given where p.id = auth.uid();
  return given;
end $$;
