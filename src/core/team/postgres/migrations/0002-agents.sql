-- An agent's lease, and what frames every write of it. Inner functions take the path of those of `sluice_v1`, which alone call them: one
-- of their own would be set and reset with each call.
create function sluice.milliseconds(p_from timestamptz, p_to timestamptz) returns bigint language sql immutable as
  'select ceil(extract(epoch from p_to - p_from) * 1000)::bigint';

create function sluice.member(p_id int) returns jsonb language sql stable as
  $$ select jsonb_strip_nulls(jsonb_build_object('agent', a.agent, 'name', a.name, 'person', a.person)) from sluice.agents a where a.id = p_id $$;

-- Older than an agent remembers: nothing is claimed before all have told their claims again (0008-replay.sql), and no request granted for
-- a while (0005-budget.sql). The agent's count is taken over, so that each notices once. Whoever only comes later after a loss that is known
-- holds up nobody but itself. Numbers that were given away in the lost time are never given again.
create function sluice.note_restored(p_id int, p_writes bigint) returns jsonb
language plpgsql as $$
declare
  me sluice.agents;
  rules sluice.team;
  since timestamptz;
begin
  select * into strict rules from sluice.team for update;
  select * into strict me from sluice.agents a where a.id = p_id;
  -- One that joined in the lost time says nothing of when that began.
  since := case when me.writes > 0 then me.seen_at else me.seen_at - interval '30 days' end;
  if me.replayed >= rules.restores then
    update sluice.team set restored_at = sluice.now_(), restoring = true, restores = restores + 1, lost_since = since;
    update sluice.scopes set head = head + 1000000000;
    perform setval('sluice.epochs', nextval('sluice.epochs') + 1000000000);
  else
    update sluice.team set lost_since = least(lost_since, since);
  end if;
  update sluice.agents set writes = p_writes, answer = null where id = p_id;
  return jsonb_build_object('problem', 'restored');
end $$;

-- Proves to a copy of this database that the agent's first `p_writes` writes were acknowledged. Without it any login could say that it
-- remembers more, and so close the team for all (docs/adr/0050).
create function sluice.token(p_agent uuid, p_writes bigint) returns text language sql stable as
  $$ select left(encode(sha256(x.secret || uuid_send(p_agent) || int8send(p_writes)), 'hex'), 32) from sluice.team x $$;

-- Whether this agent may claim nothing for now.
create function sluice.waits_for_replay(me sluice.agents) returns boolean language sql stable as
  'select x.restoring or me.replayed < x.restores from sluice.team x';

-- The agent's row, locked, and the answer where there is nothing left to do.
create function sluice.begin_write(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, out me sluice.agents, out early jsonb
) language plpgsql as $$
begin
  select * into me from sluice.agents a where a.agent = p_agent for no key update;
  if not found then
    early := jsonb_build_object('problem', 'unknown');
  elsif me.login <> session_user then
    early := jsonb_build_object('problem', 'stranger');
  elsif me.writes < p_acknowledged then
    -- Joining again, it proves that.
    early := jsonb_build_object('problem', 'unknown');
  elsif me.incarnation <> p_incarnation then
    early := jsonb_build_object('problem', 'replaced');
  elsif p_write < me.writes then
    early := coalesce(me.earlier -> p_write::text, jsonb_build_object('problem', 'stale', 'writes', me.writes));
  elsif p_write = me.writes then
    early := coalesce(me.answer, jsonb_build_object('problem', 'stale', 'writes', me.writes));
  elsif me.lease_until <= sluice.now_() then
    early := jsonb_build_object('problem', 'lapsed');
  end if;
end $$;

-- Whether a write is the next one of an agent whose lease holds; `begin_write` says why not. For what keeps its likely answer in the
-- same statement, and so writes the agent's row once, where `begin_write` and `end_write` lock it, read it and write it.
create function sluice.is_next_write(a sluice.agents, p_incarnation uuid, p_write bigint, p_acknowledged bigint) returns boolean
language sql volatile as
  'select a.incarnation = p_incarnation and a.login = session_user and a.writes >= p_acknowledged and a.writes < p_write and a.lease_until > sluice.now_()';

-- As `sluice.token`, but the planner inlines it. A function that reads a table is planned again in each statement that calls it, which
-- took a third of the server's time for a claim.
create function sluice.token_of(p_secret bytea, p_agent uuid, p_writes bigint) returns text language sql immutable as
  $$ select left(encode(sha256(p_secret || uuid_send(p_agent) || int8send(p_writes)), 'hex'), 32) $$;

-- Keeps the answer for an identical retry, and renews the lease by the way.
create function sluice.end_write(p_id int, p_write bigint, p_answer jsonb) returns jsonb
language plpgsql as $$
declare
  t timestamptz := sluice.now_();
  kept jsonb;
begin
  update sluice.agents a set writes = p_write, answer = p_answer || jsonb_build_object('token', sluice.token_of((select x.secret from sluice.team x), a.agent, p_write)),
      lease_until = t + a.lease, seen_at = t where a.id = p_id returning a.answer into kept;
  return kept;
end $$;

-- Whether a lease of that life (of any of the agent's lives where it is null) holds, with the grace on top. What a living agent has
-- locked counts as alive: nobody waits for another, and nobody reads a lease that is being renewed.
create function sluice.is_alive(p_id int, p_incarnation uuid, p_grace interval) returns boolean
language plpgsql as $$
declare a sluice.agents;
begin
  select * into a from sluice.agents x where x.id = p_id;
  if p_incarnation <> a.incarnation then return false; end if;
  if a.lease_until + p_grace > sluice.now_() then return true; end if;
  select * into a from sluice.agents x where x.id = p_id for share skip locked;
  if not found then return true; end if;
  return a.lease_until + p_grace > sluice.now_() and (p_incarnation is null or p_incarnation = a.incarnation);
end $$;

create function sluice.told_pause(p sluice.pauses) returns jsonb language sql stable as
  $$ select jsonb_build_object('by', p.by, 'ageMs', greatest(0, sluice.milliseconds(p.at, sluice.now_())), 'ofAll', p.agent = 0) $$;

-- Why an agent shall not send for now; null when it may. A pause of the whole team (0) comes first: lifting the agent's own would not help.
create function sluice.pause_of(p_id int) returns jsonb language sql stable as
  $$ select sluice.told_pause(p) from sluice.pauses p where p.agent in (0, p_id) order by p.agent limit 1 $$;

-- What each renewal says of the team to one agent. `replay`: it has to tell its claims again; since when what is known here ends.
create function sluice.standing(p_id int) returns jsonb language sql stable as $$
  select jsonb_build_object('oldest', x.oldest, 'restored', sluice.waits_for_replay(a), 'paused', sluice.pause_of(p_id), 'replay',
    case when a.replayed < x.restores then jsonb_build_object('lostMs', greatest(0, sluice.milliseconds(x.lost_since, sluice.now_()))) end)
  from sluice.team x, sluice.agents a where a.id = p_id $$;

create function sluice.schema_version() returns int language sql stable as 'select max(version) from sluice.migrations';

-- How many writes are known of an agent; its next is numbered higher.
create function sluice_v1.writes(p_agent uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select jsonb_build_object('writes', coalesce((select a.writes from sluice.agents a where a.agent = p_agent), 0)) $$;

-- Begins a life, or begins it again after its lease lapsed: what the agent held of places, roles and folders is free.
create function sluice_v1.join_team(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_name text, p_version text, p_protocol int, p_lease_ms int, p_person text, p_token text default null
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  t timestamptz := sluice.now_();
  -- What an agent remembers of another database, or cannot prove, means nothing here.
  remembers boolean := p_acknowledged > 0 and coalesce(p_token = sluice.token(p_agent, p_acknowledged), false);
begin
  -- One that wrote before and is not known here joined in a time that is lost.
  insert into sluice.agents (agent, login, incarnation, name, version, protocol, replayed, joined_at, seen_at)
    values (p_agent, session_user, p_incarnation, p_name, p_version, p_protocol,
      case when remembers then 0 else (select x.restores from sluice.team x) end, t, t) on conflict (agent) do nothing;
  select * into strict me from sluice.agents a where a.agent = p_agent for no key update;
  if me.login <> session_user then return jsonb_build_object('problem', 'stranger'); end if;
  if me.writes < p_acknowledged then
    if remembers then return sluice.note_restored(me.id, p_acknowledged); end if;
    return jsonb_build_object('problem', 'unproven', 'writes', me.writes);
  end if;
  if p_write = me.writes and me.incarnation = p_incarnation and me.answer is not null then return me.answer; end if;
  -- A join of an earlier life that arrives after the next one's must not take the lease away.
  if p_write <= me.writes then return jsonb_build_object('problem', 'stale', 'writes', me.writes); end if;
  update sluice.agents set incarnation = p_incarnation, name = p_name, person = p_person, version = p_version, protocol = p_protocol,
    lease = least(greatest(p_lease_ms, 1000), 600000) * interval '1 ms', joined_at = t where id = me.id;
  update sluice.leases set agent = null, incarnation = null, token = null where agent = me.id;
  return sluice.end_write(me.id, p_write,
    jsonb_build_object('kind', 'joined', 'schema', sluice.schema_version()) || sluice.standing(me.id));
end $$;

-- `p_queue`: uploads that wait or are under way there.
create function sluice_v1.renew(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_queue int default null
) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if p_queue <> me.queue then update sluice.agents a set queue = p_queue where a.id = me.id; end if;
  perform sluice.end_restoring();
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'renewed') || sluice.standing(me.id));
end $$;

-- An orderly end: nobody waits for a lease to end. Claims stay, since only their machine knows how far they came. `p_for_good`: it is of
-- the team no more, and people see it only while claims of it stand. A lease that never was says so, as of a machine that was released.
create function sluice_v1.leave_team(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_queue int, p_for_good boolean
) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  answer jsonb := jsonb_build_object('kind', 'left');
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  update sluice.leases set agent = null, incarnation = null, token = null where agent = me.id;
  answer := sluice.end_write(me.id, p_write, answer);
  update sluice.agents a set lease_until = case when p_for_good then '-infinity' else sluice.now_() end, queue = p_queue
    where a.id = me.id;
  return answer;
end $$;
