-- How a text is found. Numbers, units and codes are found in whatever way they are written: "30Hz" and
-- "30 Hz", "1,200" and "1200", "½" and "0.5", "HP-240/B" and "hp 240 b", "error 47" and "E-47"; words by
-- their stems in the language of the document. The device has the same rules
-- (supabase/functions/_shared/contracts/terms, src/knowledge/search).

-- What looks the same is found as the same: ligatures, full-width letters, composed and decomposed
-- letters, all hyphens; soft hyphens and spaces without a width are left out. The device has the same
-- rules (supabase/functions/_shared/contracts/terms/numbers-and-codes.ts).
create function private.plain_text(content text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(content) = char_length(content) then pg_catalog.lower(content)
    else pg_catalog.translate(pg_catalog.lower(pg_catalog.normalize(
      case when l.text ~ '[¼½¾⅓⅔⅛⅜⅝⅞]' then
        replace(replace(replace(replace(replace(replace(replace(replace(replace(l.text,
          '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4'), '⅓', ' 1/3'), '⅔', ' 2/3'),
          '⅛', ' 1/8'), '⅜', ' 3/8'), '⅝', ' 5/8'), '⅞', ' 7/8')
        else l.text end, 'NFKC')),
      U&'\2010\2011\2012\2013\2043\2212\2044', '------/') end
  from (select pg_catalog.translate(content,
    'º' || U&'\00ad\200b\200c\200d\2060\feff', '°') as text) l
$$;

-- A fraction of an inch as its decimal number; any other code as it is.
create function private.number_of(code text) returns text
language sql immutable parallel safe as $$
  select case when code !~ '^(?:[0-9]{1,3}-)?[0-9]{1,2}/(?:2|4|8|16|32|64)[a-z]*$' then code
    else (select case when f.p[2]::integer >= f.p[3]::integer then code
                 else trim_scale(coalesce(f.p[1], '0')::numeric
                                 + f.p[2]::numeric / f.p[3]::numeric)::text || f.p[4] end
          from pg_catalog.regexp_match(code,
            '^(?:([0-9]{1,3})-)?([0-9]{1,2})/(2|4|8|16|32|64)([a-z]*)$') f (p)) end
$$;

-- The numbers and codes of a plain text: codes as written, each number in one spelling, and with half the
-- weight the spelling that joins what is written apart. "1.200" and "1 200", in which much of Europe writes
-- 1,200, are found as "1200" too, with half the weight: in English "1.200" is a decimal number.
create function private.spellings(plain text)
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

-- A text in which scripts without spaces between words (Han, Kana, Thai) are cut into pairs of
-- neighbouring letters, so that a word inside a sentence is found.
create function private.in_pairs(plain text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(plain) = char_length(plain)
                or plain !~ '[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]' then plain
    else (
      select pg_catalog.string_agg(case when r.part ~ '^[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]{2}' then (
          select ' ' || pg_catalog.string_agg(p.pair, ' ' order by p.place) || ' '
          from (select u.place, u.letter || pg_catalog.lead(u.letter) over (order by u.place) as pair
                from pg_catalog.string_to_table(r.part, null) with ordinality u (letter, place)) p)
        else r.part end, '' order by r.place)
      from pg_catalog.regexp_matches(
        pg_catalog.regexp_replace(plain, '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]', '', 'g'),
        '[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]+|[^\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]+', 'g') with ordinality m (parts, place)
      cross join lateral (select m.parts[1] as part, m.place) r) end
$$;

-- The words of a plain text: stems of its language without stop words. Whatever is neither letter nor
-- digit parts them.
create function private.plain_vector(plain text, language text) returns tsvector
language sql immutable parallel safe as $$
  select case language
    when 'german' then pg_catalog.to_tsvector('pg_catalog.german', w.words)
    when 'spanish' then pg_catalog.to_tsvector('pg_catalog.spanish', w.words)
    when 'french' then pg_catalog.to_tsvector('pg_catalog.french', w.words)
    else pg_catalog.to_tsvector('pg_catalog.english', w.words) end
  from (select pg_catalog.translate(private.in_pairs(plain),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‐‑‒−’‘“”„…•·°®™©×', pg_catalog.repeat(' ', 64)) as words
    offset 0) w
$$;

create function private.word_vector(content text, language text) returns tsvector
language sql immutable parallel safe as $$
  select private.plain_vector(private.plain_text(content), language)
$$;

-- The terms of a text and how often each occurs: its words, and its numbers and codes.
create function private.text_terms(content text, language text)
returns table (term text, occurrences integer, is_word boolean, weight double precision)
language plpgsql immutable parallel safe rows 100 set search_path = '' as $$
declare
  plain text := private.plain_text(content);
begin
  return query
  select w.lexeme, least(cardinality(w.positions), 255), true, 1.0::double precision
  from unnest(private.plain_vector(plain, text_terms.language)) w;
  return query
  select s.term, 1, false, s.weight from private.spellings(plain) s;
end $$;

-- The terms of a question to documents of some languages, each once: a word by its stem in each of the
-- languages.
create function private.query_terms(query text, languages text[])
returns table (term text, weight double precision)
language sql immutable parallel safe rows 100 as $$
  select s.term, max(s.weight)
  from (select l.language, t.term, sum(t.occurrences * t.weight) as weight
        from pg_catalog.unnest(languages) l (language)
        cross join lateral private.text_terms(query, l.language) t
        group by l.language, t.term) s
  group by s.term
$$;

-- The words of a text as terms, each time they occur. `place` grows with the text.
create function private.word_order(content text, language text)
returns table (term text, place integer)
language sql immutable parallel safe rows 100 set search_path = '' as $$
  select w.lexeme, p.place::integer
  from unnest(private.word_vector(content, language)) w cross join unnest(w.positions) p (place)
$$;

revoke all on all functions in schema private from public;
