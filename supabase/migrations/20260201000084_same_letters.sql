-- What looks the same is found as the same: ligatures, full-width letters, composed and decomposed
-- letters, all hyphens; soft hyphens and spaces without a width are left out. The device has the same
-- rules (supabase/functions/_shared/contracts/terms/numbers-and-codes.ts).
create or replace function private.plain_text(content text) returns text
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

-- The stored passages get the new terms.
select private.repost_file(f.id) from private.knowledge_files f order by f.corpus, f.id;
