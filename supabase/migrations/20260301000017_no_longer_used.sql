-- Removes what earlier versions made and nothing uses any more.

-- What a deleted account left on a device is exported there, and no history row is given to the next account.
drop function if exists public.take_over_logs;
