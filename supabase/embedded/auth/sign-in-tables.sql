-- What limits attempts to sign in. It is in the database, so that several backends on one PostgreSQL
-- count together; no role of a request may see or change it.
create table if not exists auth.attempts (
  -- What is counted: an account, a device, a network, or all together.
  bucket text primary key,
  -- As of counted_at; they are forgotten little by little.
  tries double precision not null,
  counted_at timestamptz not null,
  -- No attempt before then.
  open_at timestamptz not null
);
create index if not exists attempts_by_age on auth.attempts (counted_at);
revoke all on auth.attempts from public, anon, authenticated, service_role;

-- Counts an attempt in all its buckets, or in none where one of them is closed. Attempts under way
-- count: whoever asks waits until the one before has been counted.
--   limits: by bucket, how many tries are free, in how many seconds (leak) one is forgotten, and how
--   long the first and the longest pause are, in seconds: the last free try begins one, and each try
--   after it one that is twice as long.
-- Answers how many seconds to wait; 0, it was counted.
create or replace function auth.take_attempt(limits jsonb, at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  wait double precision;
begin
  perform pg_advisory_xact_lock(hashtextextended('attempts to sign in', 0));
  select max(extract(epoch from a.open_at - at)) into wait
  from auth.attempts a
  -- Two who come at once may be counted in the other order: that alone is no pause.
  where a.bucket in (select jsonb_object_keys(limits)) and a.open_at > a.counted_at;
  if wait > 0 then
    return ceil(wait);
  end if;
  delete from auth.attempts a where a.counted_at < at - interval '1 day';
  insert into auth.attempts as a (bucket, tries, counted_at, open_at)
  select l.bucket, n.tries, at,
         case when ceil(n.tries) < l.free then at
              else at + interval '1 second'
                   * least(l.longest, l.pause * power(2, least(ceil(n.tries) - l.free, 30))) end
  from (select e.key as bucket, (e.value ->> 'free')::double precision as free,
               (e.value ->> 'leak')::double precision as leak,
               (e.value ->> 'pause')::double precision as pause,
               (e.value ->> 'longest')::double precision as longest
        from jsonb_each(limits) e) l
  left join auth.attempts k on k.bucket = l.bucket
  cross join lateral (
    select 1 + coalesce(greatest(0, k.tries - extract(epoch from at - k.counted_at) / l.leak), 0)
           as tries) n
  on conflict (bucket) do update
    set tries = excluded.tries, counted_at = excluded.counted_at, open_at = excluded.open_at;
  return 0;
end $$;

-- The attempt was right: it is taken back from the buckets that others share, and those of its own
-- begin anew.
create or replace function auth.return_attempt(shared jsonb, own text[], at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('attempts to sign in', 0));
  delete from auth.attempts a where a.bucket = any (own);
  update auth.attempts a
  set tries = greatest(0, a.tries - 1),
      open_at = case when ceil(a.tries - 1) < (l.value ->> 'free')::double precision
                     then a.counted_at else a.open_at end
  from jsonb_each(shared) l where l.key = a.bucket;
end $$;
revoke all on function auth.take_attempt(jsonb, timestamptz),
  auth.return_attempt(jsonb, text[], timestamptz) from public, anon, authenticated, service_role;
