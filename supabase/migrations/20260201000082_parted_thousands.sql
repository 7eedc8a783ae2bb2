-- "1.200" and "1 200", in which much of Europe writes 1,200, are found as "1200" too. In English "1.200" is a
-- decimal number: so the spelling has half the weight, and the number as written stays. The rest of the
-- function is as in "numbers and codes". The device has the same rule
-- (supabase/functions/_shared/contracts/terms/numbers-and-codes.ts).

create or replace function private.spellings(plain text)
returns table (term text, weight double precision)
language plpgsql immutable parallel safe rows 20 set search_path = '' as $$
declare
  content text := plain;
begin
  if content !~ '[0-9]' then
    return;
  end if;
  if content ~ '[0-9],[0-9]' then
    return query
    select concat(m.p[1], m.p[2], m.p[3], m.p[4]), 1.0::double precision
    from regexp_matches(content,
      '(?<![a-z0-9.,])([1-9][0-9]{0,2}),([0-9]{3})(?:,([0-9]{3}))?((?:\.[0-9]+)?[a-z]*)(?![a-z0-9]|,[0-9])',
      'g') m (p)
    where m.p[4] !~ '^\.' and char_length(m.p[4]) <= 64 - 9;
    content := regexp_replace(regexp_replace(content,
      '(?<![a-z0-9.,])([1-9][0-9]{0,2}),([0-9]{3})(?:,([0-9]{3}))?((?:\.[0-9]+)?[a-z]*)(?![a-z0-9]|,[0-9])',
      '\1\2\3\4', 'g'),
      '(?<![a-z0-9.,])([0-9]+),([0-9]+)(?![0-9]|,[0-9])', '\1.\2', 'g');
  end if;
  if content ~ '[0-9]/[0-9]' then
    content := regexp_replace(content,
      '(?<![a-z0-9./-])([0-9]{1,3}) +([0-9]{1,2}/[0-9]{1,2})(?![0-9/])', '\1-\2', 'g');
  end if;
  if content ~ '[0-9][. ][0-9]{3}' then
    return query
    select concat(m.p[1], m.p[3], m.p[4]), 0.5::double precision
    from regexp_matches(content,
      '(?<![a-z0-9.,/_-])([1-9][0-9]{0,2})([. ])([0-9]{3})(?:\2([0-9]{3}))?(?![a-z0-9/_-]|[.,][0-9])',
      'g') m (p);
  end if;
  if content ~ '[0-9][-/._]|[-/._][0-9]' then
    return query
    with codes as (
      select m.p[1] as code
      from regexp_matches(content, '([a-z0-9]+(?:[-/._][a-z0-9]+)+)', 'g') m (p)
      where m.p[1] ~ '[0-9]' and char_length(m.p[1]) <= 64)
    select case when strpos(c.code, '/') > 0 then private.number_of(c.code) else c.code end,
           1.0::double precision from codes c
    union all
    select translate(c.code, '-/_', ''), 0.5::double precision from codes c
    where case when c.code ~ '[a-z]' then c.code ~ '[-/_]' and c.code !~ '\.'
               else c.code ~ '^[0-9]+-[0-9]+$' and char_length(c.code) > 6 end;
  end if;
  return query
  select j.joined, 0.5::double precision
  from (
    select m.p[1] as written,
           case when strpos(m.p[2], '/') > 0 then private.number_of(m.p[2]) else m.p[2] end
             || case when m.p[3] in ('ohm', 'ohms') then 'ω' when m.p[3] in ('kohm', 'kohms') then 'kω'
                     when m.p[3] in ('volt', 'volts') then 'v' when m.p[3] in ('amp', 'amps') then 'a'
                     when m.p[3] in ('watt', 'watts') then 'w' when m.p[3] = 'hertz' then 'hz'
                     when m.p[3] = 'inches' then 'inch' when m.p[3] = 'sec' then 's'
                     when m.p[3] = 'lbs' then 'lb' else m.p[3] end
             || translate(m.p[4], '/', '') as joined
    from regexp_matches(content,
      '(?<![a-z0-9./_])(([0-9]+-[0-9]+/[0-9]+|[0-9]+(?:[./][0-9]+)?)[ \n°]{0,2}(k?ohms?|volts?|amps?|watts?|hertz|[kmμ]?[vaw]|[kmg]?hz|[km]?ω|k?va|k?wh|m?ah|[nμpu]f|m?bar|[hkm]?pa|psig?|[cdkmnμu]?m|[mc]?m[23]|[kmμ]?g|lbs?|oz|ft|inch(?:es)?|m?l|gal|gpm|cfm|rpm|btu|hp|dba?|[kn]?n|nm|[cfhkst]|ms|sec|min)((?:/(?:h|s|min|m[23]?))?))(?![a-z0-9ω])',
      'g') m (p)) j
  where char_length(j.joined) <= 64
    and j.joined <> case when strpos(j.written, '/') = 0 then j.written
                         else regexp_replace(private.number_of(j.written), '/', '') end;
  return query
  select unnest(case when c.last is not null and c.gap = ' ' then array[c.joined || c.last, c.joined]
                     else array[c.joined || coalesce(c.last, '')] end), 0.5::double precision
  from (
    select m.p[1] as written, m.p[2] as letters, m.p[3] as gap, m.p[5] as last,
           case when m.p[2] like 'error%' then 'e' else m.p[2] end || m.p[4] as joined
    from regexp_matches(content,
      '(?<![a-z0-9._/-])((error code|error|[a-z]{1,3})([ /-]?)([0-9]{1,6})(?:[ /-]?([a-z]))?)(?![a-z0-9])',
      'g') m (p)) c
  where (c.letters like 'error%' or strpos(c.written, ' ') > 0)
    and ts_lexize('pg_catalog.english_stem', c.letters) <> '{}';
end $$;

-- The stored passages get the new terms.
select private.repost_file(f.id) from private.knowledge_files f order by f.corpus, f.id;
