-- Counts of sign-in attempts, by which they are limited. They are in the database, so that a restart
-- does not begin them anew. No role that a request runs as may read or change them.
create table if not exists auth.attempts (
  -- What is counted: an account, a device, a network, or all together.
  bucket text primary key,
  -- Tries as of counted_at; the number falls as time passes.
  tries double precision not null,
  counted_at timestamptz not null,
  -- Attempts before this time are refused.
  open_at timestamptz not null
);
create index if not exists attempts_by_age on auth.attempts (counted_at);
revoke all on auth.attempts from public, anon, authenticated, service_role;

-- Counts an attempt in all its buckets, or in none if one of them is paused. Attempts in progress
-- count, too: the lock makes each call wait until the one before has been counted.
--   limits: per bucket, the number of free tries, the seconds until one try is forgotten (leak),
--   and the first and the longest pause, in seconds. The last free try starts the first pause, and
--   each try after it a pause that is twice as long.
-- Returns the seconds to wait; 0 if the attempt was counted.
create or replace function auth.take_attempt(limits jsonb, at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  wait double precision;
begin
  perform pg_advisory_xact_lock(hashtextextended('attempts to sign in', 0));
  select max(extract(epoch from a.open_at - at)) into wait
  from auth.attempts a
  -- Simultaneous attempts may be counted in reverse order: open_at > at alone is no pause.
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

-- Takes back an attempt that was right: shared buckets lose one try, the account's own are reset.
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
