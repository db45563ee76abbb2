-- Jobs over documents (docs/adr/0043): what is to be done to which documents, by which machine it is done, and what became of each. A
-- job is its scope's: whoever has that key may see it, run it and stop it, and nobody else.

create table sluice.jobs (
  job uuid primary key,
  scope int not null,
  kind text not null check (kind in ('tag', 'share', 'unshare', 'delete')),
  options jsonb not null,
  -- The machine that a person asked, as people call it.
  asked_by text not null check (length(asked_by) <= 200),
  -- running: to be gone on with by whoever may · stopped: what keeps it keeps every machine, and a person says when it goes on ·
  -- cancelled: by a person, the rest is not done
  state text not null default 'running' check (state in ('running', 'stopped', 'cancelled', 'done')),
  -- All of its documents are here: a part is not what was asked for.
  is_whole boolean not null default false,
  -- Who is at it, as long as the lease of that life holds. Every write names the epoch it got.
  agent int not null,
  incarnation uuid,
  epoch bigint not null,
  -- The last number that an outcome was given.
  head bigint not null default 0,
  -- Of its documents; counted while its row is locked, so that nobody who looks has to.
  total int not null default 0,
  done int not null default 0,
  failed int not null default 0,
  -- Of which of the team's `restores` this row is: who was at it after the copy was made is not known before it says so.
  restores int not null,
  asked_at timestamptz not null,
  -- Last written by who is at it, or ended.
  at timestamptz not null
) with (fillfactor = 50);
create index jobs_running on sluice.jobs (scope, asked_at) where state = 'running';

-- `number`: the place of the document in the job. `seq`: when its outcome was told, in the order they were; null while it waits.
create table sluice.job_items (
  job uuid not null,
  number bigint not null,
  content_id text not null check (length(content_id) <= 100),
  file_name text not null check (length(file_name) <= 1000),
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'failed')),
  code text check (length(code) <= 100),
  detail text check (length(detail) <= 1000),
  agent int,
  seq bigint,
  primary key (job, number)
);
create unique index job_items_told on sluice.job_items (job, seq) where seq is not null;

-- Whoever was at it does not go on: its life ended, or its lease and what was on its way. A copy that was put back says nothing of who
-- was at a job since, so nobody takes one of before.
create function sluice.is_free(j sluice.jobs) returns boolean language plpgsql as $$
begin
  return j.state = 'running' and j.is_whole and j.restores = (select x.restores from sluice.team x)
    and (j.incarnation is null or not sluice.is_alive(j.agent, j.incarnation, interval '10 s'));
end $$;

-- Told with each renewal, so it looks at rows without locks: who asks for the job finds out.
create function sluice.has_free_jobs() returns boolean language sql stable as $$
  select exists (select from sluice.jobs j left join sluice.agents a on a.id = j.agent and a.incarnation = j.incarnation
    where j.state = 'running' and j.is_whole and j.restores = (select x.restores from sluice.team x)
      and (a.id is null or a.lease_until + interval '10 s' <= sluice.now_())) $$;

create or replace function sluice_v1.renew(
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
  return sluice.end_write(me.id, p_write,
    jsonb_build_object('kind', 'renewed', 'freeJobs', sluice.has_free_jobs()) || sluice.standing(me.id));
end $$;

-- What became of documents of a job whose row is locked: each outcome gets a number, so that others read what is new.
create function sluice.write_outcomes(j sluice.jobs, p_agent int, p_items jsonb) returns void language sql as $$
  with told as (
    select (x.value ->> 'number')::bigint as number, x.value ->> 'outcome' as outcome, left(x.value ->> 'code', 100) as code,
      left(x.value ->> 'detail', 1000) as detail, j.head + row_number() over (order by x.ordinality) as seq
    from jsonb_array_elements(p_items) with ordinality x where x.value ->> 'outcome' <> 'waiting'),
  written as (
    update sluice.job_items i set outcome = t.outcome, code = t.code, detail = t.detail, agent = p_agent, seq = t.seq
      from told t join sluice.job_items o on o.job = j.job and o.number = t.number where i.job = j.job and i.number = t.number
      returning o.outcome as before, i.outcome as after)
  update sluice.jobs x set head = x.head + jsonb_array_length(p_items), done = x.done + n.done, failed = x.failed + n.failed
    from (select count(*) filter (where w.after = 'done') - count(*) filter (where w.before = 'done') as done,
        count(*) filter (where w.after = 'failed') - count(*) filter (where w.before = 'failed') as failed from written w) n
    where x.job = j.job;
$$;

-- A job and its documents, a piece at a time, by the machine that goes on with it meanwhile. Also one that is not known any more after an
-- older copy was put back: what its machine has of it is what is true, unless another one took it later. Jobs that ended a week ago go.
create function sluice_v1.offer_job(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_scope text, p_job uuid, p_epoch bigint, p_kind text, p_options jsonb, p_asked_by text, p_age_ms bigint, p_items jsonb, p_is_all boolean
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  j sluice.jobs;
  the_scope int;
  fresh int;
  number int := (select x.restores from sluice.team x);
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  the_scope := sluice.scope_of(p_scope);
  insert into sluice.jobs (job, scope, kind, options, asked_by, agent, incarnation, epoch, restores, asked_at, at)
    values (p_job, the_scope, p_kind, p_options, left(coalesce(p_asked_by, me.name), 200), me.id, me.incarnation,
      case when p_epoch > 0 then p_epoch else nextval('sluice.epochs') end, number,
      sluice.now_() - greatest(0, p_age_ms) * interval '1 ms', sluice.now_())
    on conflict (job) do nothing;
  select * into strict j from sluice.jobs x where x.job = p_job for update;
  if j.scope <> the_scope or j.agent <> me.id and (p_epoch = 0 or j.epoch >= p_epoch) or p_epoch > 0 and j.epoch > p_epoch then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
  end if;
  update sluice.jobs x set agent = me.id, incarnation = me.incarnation, epoch = greatest(x.epoch, p_epoch), restores = number,
      state = case x.state when 'cancelled' then x.state else 'running' end, is_whole = x.is_whole or p_is_all, at = sluice.now_()
    where x.job = p_job returning x.* into j;
  insert into sluice.job_items (job, number, content_id, file_name)
    select p_job, (x.value ->> 'number')::bigint, x.value ->> 'contentId', left(x.value ->> 'fileName', 1000)
      from jsonb_array_elements(p_items) x
    on conflict do nothing;
  get diagnostics fresh = row_count;
  update sluice.jobs x set total = x.total + fresh where x.job = p_job;
  perform sluice.write_outcomes(j, me.id, p_items);
  if p_is_all then
    with gone as (delete from sluice.jobs x where x.at < sluice.now_() - interval '7 days'
      and (x.state in ('cancelled', 'done') or x.at < sluice.now_() - interval '30 days') returning x.job)
    delete from sluice.job_items i using gone g where i.job = g.job;
  end if;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'ours', 'epoch', j.epoch));
end $$;

-- What became of some of its documents, and how it stands: `running`, `free` for whoever may go on, `stopped`, `cancelled` or `done`.
create function sluice_v1.report_job(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_scope text, p_job uuid, p_epoch bigint, p_stands text, p_items jsonb
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  j sluice.jobs;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  select x.* into j from sluice.jobs x join sluice.scopes s on s.id = x.scope where s.key = p_scope and x.job = p_job for update of x;
  -- What an older copy has of it is offered anew, whole.
  if not found or j.epoch < p_epoch or j.restores <> (select x.restores from sluice.team x) and j.epoch = p_epoch then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'unknown'));
  end if;
  -- What is done begins anew only as a new epoch: who says otherwise is an older copy of its data folder.
  if j.epoch <> p_epoch or j.agent <> me.id or j.state = 'done' and p_stands <> 'done' then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
  end if;
  perform sluice.write_outcomes(j, me.id, p_items);
  if j.state = 'cancelled' then
    -- What was under way has ended, so nothing more is told.
    if p_stands <> 'running' then update sluice.jobs x set incarnation = null where x.job = p_job; end if;
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'cancelled'));
  end if;
  update sluice.jobs x set at = sluice.now_(), state = case p_stands when 'free' then 'running' else p_stands end,
      incarnation = case p_stands when 'running' then me.incarnation end
    where x.job = p_job;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written'));
end $$;

-- The right to go on with a job: of the first one that is free (`p_job` null), or of this one, which a person asked for and which may be
-- stopped: then what failed is done again.
create function sluice_v1.take_job(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_job uuid
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  j sluice.jobs;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  for j in
    select x.* from sluice.jobs x join sluice.scopes s on s.id = x.scope
      where s.key = p_scope and (p_job = x.job or p_job is null and x.state = 'running' and sluice.pause_of(me.id) is null)
      order by x.asked_at for update of x
  loop
    if not sluice.is_free(j) then
      -- One that this life was given and never heard of is its own; it asks for another one only while it has none.
      if p_job is null then
        if not (j.is_whole and j.agent = me.id and j.incarnation = me.incarnation) then continue; end if;
      elsif j.state in ('cancelled', 'done') then
        return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'over', 'state', j.state));
      elsif j.state = 'running' and j.agent <> me.id and j.incarnation is not null
          and sluice.is_alive(j.agent, j.incarnation, interval '10 s') then
        return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'held', 'by', sluice.member(j.agent)));
      end if;
    end if;
    -- Also later than one that another database gave.
    update sluice.jobs x set agent = me.id, incarnation = me.incarnation, epoch = greatest(nextval('sluice.epochs'), x.epoch + 1),
        state = 'running', failed = case when p_job is null then x.failed else 0 end, at = sluice.now_(),
        restores = (select t.restores from sluice.team t)
      where x.job = j.job returning x.* into j;
    if p_job is not null then
      update sluice.job_items i set outcome = 'waiting', code = null, detail = null, agent = null, seq = null
        where i.job = j.job and i.outcome = 'failed';
    end if;
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'ours', 'job', j.job, 'epoch', j.epoch, 'jobKind', j.kind,
      'options', j.options, 'askedBy', j.asked_by, 'ageMs', greatest(0, sluice.milliseconds(j.asked_at, sluice.now_()))));
  end loop;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'none'));
end $$;

-- By a person, at any machine with the key: whoever is at it hears of it with its next report.
create function sluice_v1.cancel_job(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_job uuid
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  update sluice.jobs x set state = 'cancelled', at = sluice.now_()
    from sluice.scopes s where s.id = x.scope and s.key = p_scope and x.job = p_job and x.state in ('running', 'stopped');
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written'));
end $$;

-- How a job stands, and what was told of its documents after `p_after`.
create function sluice_v1.follow_job(p_scope text, p_job uuid, p_after bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select jsonb_build_object('kind', 'known', 'state', j.state,
      'by', case when j.incarnation is not null and a.incarnation = j.incarnation and a.lease_until > sluice.now_() then sluice.member(j.agent) end,
      'outcomes', coalesce((select jsonb_agg(jsonb_build_object('seq', i.seq::text, 'number', i.number, 'outcome', i.outcome, 'code', i.code,
          'detail', i.detail, 'by', sluice.member(i.agent)) order by i.seq)
        from (select x.* from sluice.job_items x where x.job = j.job and x.seq > p_after order by x.seq limit 500) i), '[]'::jsonb))
    from sluice.jobs j join sluice.scopes s on s.id = j.scope join sluice.agents a on a.id = j.agent
      where s.key = p_scope and j.job = p_job), jsonb_build_object('kind', 'unknown')) $$;

-- Its documents after this place, for who goes on with it.
create function sluice_v1.job_documents(p_scope text, p_job uuid, p_after bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('documents', coalesce((select jsonb_agg(jsonb_build_object('number', i.number, 'contentId', i.content_id,
      'fileName', i.file_name) order by i.number)
    from (select x.* from sluice.job_items x join sluice.jobs j on j.job = x.job join sluice.scopes s on s.id = j.scope
      where s.key = p_scope and x.job = p_job and x.number > p_after order by x.number limit 500) i), '[]'::jsonb)) $$;

-- Jobs of this key that are not over, for people: at any of its machines one can be stopped.
create function sluice_v1.open_jobs(p_scope text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('jobs', coalesce((select jsonb_agg(jsonb_build_object('job', x.job, 'jobKind', x.kind, 'askedBy', x.asked_by,
      'ageMs', greatest(0, sluice.milliseconds(x.asked_at, sluice.now_())), 'isStopped', x.state = 'stopped', 'by', x.by, 'total', x.total,
      'done', x.done, 'failed', x.failed) order by x.asked_at desc)
    from (select j.*, case when a.id is not null then sluice.member(a.id) end as by from sluice.jobs j join sluice.scopes s on s.id = j.scope
        left join sluice.agents a on a.id = j.agent and a.incarnation = j.incarnation and a.lease_until > sluice.now_()
        where s.key = p_scope and j.is_whole and j.state in ('running', 'stopped') order by j.asked_at desc limit 50) x), '[]'::jsonb)) $$;
