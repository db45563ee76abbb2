-- The team's sliding window. A life leases requests for `p_valid_ms` and reports what became of them: ages (ms) of answers, what
-- flies, what it keeps. The service counts a request until 60 s after its answer at the latest; 0.1 s is for its clock's grain.
create function sluice_v1.exchange(
  p_agent uuid, p_incarnation uuid, p_budget text, p_scope text, p_seq bigint, p_ages int[], p_flying int, p_kept int, p_want int,
  p_priority int, p_valid_ms int, p_hold_ms int
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rules sluice.team;
  b sluice.budgets;
  life sluice.budget_lives;
  me sluice.agents;
  the_budget text;
  t timestamptz;
  answered int;
  spacing interval;
  allowance interval;
  unused int;
  free int;
  by_pace int;
  higher int;
  same int;
  earlier int;
  available int;
  granted int := 0;
  wait_ms bigint;
  the_answer jsonb;
  the_window constant interval := '60.1 s';
  on_its_way constant interval := '10 s';
  still_there constant interval := '3 s';
begin
  select * into me from sluice.agents a where a.agent = p_agent;
  if not found then return jsonb_build_object('problem', 'unknown'); end if;
  if me.login <> session_user then return jsonb_build_object('problem', 'stranger'); end if;
  select * into strict rules from sluice.team;
  -- No report of one login takes the budget from all for longer than its requests could count.
  p_valid_ms := least(greatest(p_valid_ms, 0), 60000);
  p_flying := least(greatest(p_flying, 0), 1000000);
  p_kept := least(greatest(p_kept, 0), 1000000);
  p_ages := array(select least(greatest(x, 0), 120000) from unnest(p_ages) x);
  answered := cardinality(p_ages);
  the_budget := case rules.budget_of when 'team' then '' else p_budget end;
  insert into sluice.budgets (budget) select the_budget where not exists (select from sluice.budgets x where x.budget = the_budget)
    on conflict (budget) do nothing;
  select * into strict b from sluice.budgets x where x.budget = the_budget for update;
  t := sluice.now_(); -- only now: who waited for the row must not judge by the time before
  insert into sluice.budget_lives (budget, incarnation, agent) values (the_budget, p_incarnation, me.id) on conflict do nothing;
  select * into strict life from sluice.budget_lives x where x.budget = the_budget and x.incarnation = p_incarnation;
  -- Only a life that is the agent's present one is granted anything; what it still reports of its end counts.
  if p_seq = life.seq and life.answer is not null then return life.answer; end if; -- its answer was lost
  if p_seq < life.seq then return jsonb_build_object('problem', 'stale'); end if;

  -- Lives that went silent: what they held may still be on its way.
  insert into sluice.budget_used (budget, agent, n, free_at, silent)
    select the_budget, x.agent, x.open, x.open_until + on_its_way + the_window, x.incarnation
    from sluice.budget_lives x where x.budget = the_budget and x.open > 0 and x.open_until < t;
  update sluice.budget_lives x set open = 0 where x.budget = the_budget and x.open > 0 and x.open_until < t;
  if p_seq = life.seq + 1 then
    -- It was only late: its own count is exact.
    delete from sluice.budget_used x where x.budget = the_budget and x.silent = p_incarnation;
    unused := greatest(0, life.open - answered - p_flying - p_kept);
  else
    -- Reports between are lost with an older copy of this database: what it held then is counted besides.
    if life.open > 0 and life.open_until >= t then
      insert into sluice.budget_used (budget, agent, n, free_at) values (the_budget, me.id, life.open, t + on_its_way + the_window);
    end if;
    update sluice.budget_used x set silent = null where x.budget = the_budget and x.silent = p_incarnation;
    b.held_until := greatest(b.held_until, t + on_its_way + the_window);
    unused := 0;
  end if;
  insert into sluice.budget_used (budget, agent, n, free_at)
    select the_budget, me.id, count(*), date_trunc('milliseconds', t) + (1 - age / 125 * 125) * interval '1 ms' + the_window
    from unnest(p_ages) age group by age / 125;
  delete from sluice.budget_used x where x.budget = the_budget and x.free_at <= t;

  -- The host's own silence, and that after an older copy took this database's place: the lost minute is waited for.
  b.held_until := greatest(b.held_until, t + least(greatest(p_hold_ms, 0), 3600000) * interval '1 ms',
    coalesce(rules.restored_at + interval '2 s' + on_its_way + the_window, '-infinity'));
  free := rules.per_minute
    - coalesce((select sum(x.n) from sluice.budget_used x where x.budget = the_budget), 0)
    - coalesce((select sum(x.open) from sluice.budget_lives x where x.budget = the_budget and x.incarnation <> p_incarnation), 0)
    - p_flying - p_kept - case when p_priority = 0 then 0 else rules.reserve end;
  select coalesce(sum(x.want) filter (where x.priority < p_priority), 0), count(*) filter (where x.priority = p_priority),
      count(*) filter (where x.priority = p_priority and x.granted_at < life.granted_at)
    into higher, same, earlier from sluice.budget_lives x
    where x.budget = the_budget and x.incarnation <> p_incarnation and x.want > 0 and x.seen_at > t - still_there;
  free := greatest(0, free - higher);

  -- The pace: what was idle adds up to a tenth of the minute, so that a few files go at once and a thousand do not come as a burst,
  -- after which everybody would wait for the same second; and to what goes by while one waits for another, who may be gone. A person
  -- is not paced, and what came back unused does not count.
  spacing := interval '60 s' / rules.per_minute;
  allowance := greatest(interval '6 s', spacing + still_there);
  b.paced_at := greatest(b.paced_at - unused * spacing, t - allowance);
  by_pace := greatest(0, floor(extract(epoch from t - b.paced_at) / extract(epoch from spacing))::int);
  if b.held_until <= t and me.incarnation = p_incarnation then
    -- Its share, and one is left for each that has waited longer: all come again once a second, so that where there is less than one
    -- for each, the same would come first again and again. No person waits for another, who may have given up.
    available := case when p_priority = 0 then free else least(free, greatest(0, by_pace - higher)) end;
    granted := greatest(0, least(p_want, ceil(available::numeric / (same + 1))::int,
      case when p_priority = 0 then available else available - earlier end));
  end if;
  if p_priority > 0 then b.paced_at := b.paced_at + granted * spacing; end if;
  update sluice.budgets x set held_until = b.held_until, paced_at = b.paced_at where x.budget = the_budget;

  -- When asking again is worth it: after the host's hold, when the window moves, or when the pace has given each its turn.
  wait_ms := case
    when granted >= p_want then 0
    when b.held_until > t then sluice.milliseconds(t, b.held_until)
    when free <= granted then coalesce((select sluice.milliseconds(t, min(x.free_at)) from sluice.budget_used x
      where x.budget = the_budget), 50)
    when p_priority = 0 then 0
    else sluice.milliseconds(t, t + spacing * (same + 1)) end;
  the_answer := jsonb_build_object('kind', 'granted', 'granted', granted,
    'waitMs', case when granted >= p_want then 0 else least(greatest(wait_ms, 20), 1000) end,
    'heldMs', greatest(0, sluice.milliseconds(t, greatest(b.held_until, t))), 'paused', sluice.pause_of(me.id),
    'head', coalesce((select s.head::text from sluice.scopes s where s.key = p_scope), '0'));
  update sluice.budget_lives x set seq = p_seq, answer = the_answer, open = p_flying + p_kept + granted,
      open_until = t + p_valid_ms * interval '1 ms',
      want = case when me.incarnation = p_incarnation then greatest(0, p_want - granted) else 0 end, priority = p_priority, seen_at = t,
      granted_at = case when granted > 0 and p_priority > 0 then t else x.granted_at end
    where x.budget = the_budget and x.incarnation = p_incarnation;
  -- Lives that ended long ago.
  delete from sluice.budget_lives x where x.budget = the_budget and x.open = 0 and x.seen_at < t - interval '1 day';
  return the_answer;
end $$;
