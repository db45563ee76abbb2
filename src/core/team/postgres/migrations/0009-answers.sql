-- What the service said to one machine of a key, for the others of the same key (docs/adr/0042). Without a log: whatever is lost with the
-- server, or is not in a copy of it, is asked of the service again, and nobody waits for a disk.
create unlogged table sluice.answers (
  scope text not null check (length(scope) between 1 and 200),
  question text not null check (length(question) between 1 and 1000),
  answer text check (length(answer) <= 1000000),
  -- When that was asked for, which is what it is true of.
  at timestamptz not null default '-infinity',
  -- The life that asks now, since when and until when the others leave it to that one. `sends`: its turn in the budget has come.
  asker uuid,
  asked_at timestamptz not null,
  held_until timestamptz not null,
  sends boolean not null,
  primary key (scope, question)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 2000);

-- Null where it is too old, or from a time that is still to come: the clock was set back.
create function sluice.heard(a sluice.answers, p_max_age_ms int) returns jsonb language sql volatile as $$
  select jsonb_build_object('kind', 'answer', 'answer', a.answer, 'ageMs', sluice.milliseconds(a.at, n.t))
    from (select sluice.now_() as t) n
    where a.answer is not null and a.at <= n.t and a.at >= n.t - least(greatest(p_max_age_ms, 0), 3600000) * interval '1 ms'
$$;

-- What was said of this lately; else who asks is the one to ask, or waits for the one who does. Who has a turn in the budget goes before one
-- who waits for it.
create function sluice_v1.recall(p_incarnation uuid, p_scope text, p_question text, p_max_age_ms int, p_sends boolean) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a sluice.answers;
  heard jsonb;
  t timestamptz;
  hold constant interval := '5 s';
begin
  -- Most hear without a lock, and write nothing.
  select * into a from sluice.answers x where x.scope = p_scope and x.question = p_question;
  heard := sluice.heard(a, p_max_age_ms);
  if heard is not null then return heard; end if;
  loop
    t := sluice.now_();
    insert into sluice.answers (scope, question, asker, asked_at, held_until, sends)
      values (p_scope, p_question, p_incarnation, t, t + hold, p_sends) on conflict do nothing;
    if found then return jsonb_build_object('kind', 'ask'); end if;
    select * into a from sluice.answers x where x.scope = p_scope and x.question = p_question for update;
    exit when found; -- else it was too old for anybody
  end loop;
  heard := sluice.heard(a, p_max_age_ms);
  if heard is not null then return heard; end if;
  t := sluice.now_();
  if a.asker <> p_incarnation and (a.sends or not p_sends) and a.held_until > t and a.held_until <= t + hold then
    return jsonb_build_object('kind', 'wait', 'waitMs', least(greatest(sluice.milliseconds(t, a.held_until), 20), 300));
  end if;
  update sluice.answers x set asker = p_incarnation, asked_at = t, held_until = t + hold, sends = p_sends
    where x.scope = p_scope and x.question = p_question;
  return jsonb_build_object('kind', 'ask');
end $$;

-- What the service said to who asked, or null where there is nothing to hear; the next one asks then. Of a scope a thousand are kept, and
-- none for longer than a minute.
create function sluice_v1.tell(p_incarnation uuid, p_scope text, p_question text, p_answer text) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  t timestamptz := sluice.now_();
  is_kept boolean := coalesce(length(p_answer) <= 1000000, false);
begin
  update sluice.answers x set asker = null, held_until = '-infinity', sends = false,
      answer = case when is_kept then p_answer else x.answer end, at = case when is_kept then x.asked_at else x.at end
    where x.scope = p_scope and x.question = p_question and x.asker = p_incarnation;
  delete from sluice.answers x where (x.scope, x.question) in (
    select y.scope, y.question from sluice.answers y
      where y.asked_at not between t - interval '1 minute' and t + interval '1 s' limit 1000 for update skip locked);
  delete from sluice.answers x where (x.scope, x.question) in (
    select y.scope, y.question from sluice.answers y where y.scope = p_scope order by y.asked_at desc offset 1000 for update skip locked);
  return jsonb_build_object('kind', 'told');
end $$;
