-- What becomes of documents: who still stands for one that is to be deleted, and what is only on a machine that is gone (docs/adr/0039).

-- The claims of a document, under each API key of the account.
create function sluice.same_document(c sluice.claims) returns setof sluice.claims language sql stable set search_path = pg_catalog, pg_temp as $$
  select x.* from sluice.claims x join sluice.scopes s on s.id = x.scope join sluice.scopes mine on mine.id = (c).scope
    where x.sha256 = (c).sha256 and x.content_id = (c).content_id and x.seq is not null
      and (x.scope = (c).scope or s.circle = mine.circle)
$$;

-- An upload no longer stands for these bytes. `p_scope` may be a circle, where the document is another key's. `last`: nothing else does; the
-- claim ends, and its document may be deleted. `kept`: somebody does, to whom the document belongs now. `none`: no document is known to
-- the team. `upload`: it is kept for this agent's own upload of this id, which its ledger may not know any more. If a machine with another
-- key of the account named the same document, or needs it under such a claim, it is kept for that machine.
create function sluice_v1.let_go(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_sha256 text, p_upload uuid
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  c sluice.claims;
  heir sluice.holdings;
  other sluice.claims;
  own sluice.claims;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  select x.* into c from sluice.claims x join sluice.scopes s on s.id = x.scope
    where x.sha256 = decode(p_sha256, 'hex') and (s.key = p_scope or s.circle = p_scope and (x.agent = me.id and x.upload = p_upload
      or exists (select from sluice.holdings h where h.scope = x.scope and h.sha256 = x.sha256 and h.agent = me.id and h.upload = p_upload)))
    order by s.key <> p_scope limit 1 for update of x;
  if not found then
    delete from sluice.holdings h using sluice.scopes s where p_scope in (s.key, s.circle) and h.scope = s.id
      and h.sha256 = decode(p_sha256, 'hex') and h.agent = me.id and h.upload = p_upload;
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'none'));
  end if;
  delete from sluice.holdings h where h.scope = c.scope and h.sha256 = c.sha256 and h.agent = me.id and h.upload = p_upload;
  if c.agent = me.id and c.upload = p_upload and c.seq is null then
    delete from sluice.claims x where x.scope = c.scope and x.sha256 = c.sha256;
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'none'));
  end if;
  if c.agent = me.id and c.upload = p_upload then
    -- Who comes to need the document meanwhile waits, or is seen below.
    perform from sluice.claims x join sluice.same_document(c) y on y.scope = x.scope and y.sha256 = x.sha256 order by x.scope for update of x;
    -- Claims of other keys came to this upload from their machines.
    for own in select x.* from sluice.same_document(c) x where x.agent = me.id and x.upload = p_upload loop
      -- Of several the one who was seen last: it is the likeliest to come back.
      select h.* into heir from sluice.holdings h join sluice.agents a on a.id = h.agent
        where h.scope = own.scope and h.sha256 = own.sha256 order by a.seen_at desc, h.upload limit 1;
      continue when not found;
      delete from sluice.holdings h where h.scope = heir.scope and h.sha256 = heir.sha256 and h.agent = heir.agent and h.upload = heir.upload;
      update sluice.claims x set agent = heir.agent, upload = heir.upload, epoch = nextval('sluice.epochs'), sender = coalesce(x.sender, x.agent)
        where x.scope = own.scope and x.sha256 = own.sha256;
    end loop;
    select x.* into other from sluice.same_document(c) x where x.agent <> me.id or x.agent = me.id and x.upload <> p_upload
      order by x.agent = me.id, x.scope <> c.scope limit 1;
    if not found then
      delete from sluice.claims x using sluice.same_document(c) y
        where x.scope = y.scope and x.sha256 = y.sha256 and x.agent = me.id and x.upload = p_upload;
      return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'last', 'contentId', c.content_id, 'proof', c.proof, 'size', c.size));
    end if;
    update sluice.claims x set agent = other.agent, upload = other.upload, epoch = nextval('sluice.epochs'), sender = coalesce(x.sender, x.agent)
      from sluice.same_document(c) y
      where x.scope = y.scope and x.sha256 = y.sha256 and x.agent = me.id and x.upload = p_upload;
    select x.* into c from sluice.claims x where x.scope = c.scope and x.sha256 = c.sha256;
  end if;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'kept', 'contentId', c.content_id, 'by', sluice.member(c.agent),
    'upload', case when c.agent = me.id then c.upload end));
end $$;

-- Whose uploads stand for a document, but for that agent's: who deletes it is told.
create function sluice_v1.others_with(p_agent uuid, p_scope text, p_content_id text) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with c as (select x.scope, x.sha256, x.agent from sluice.claims x join sluice.scopes s on s.id = x.scope
    where s.key = p_scope and x.content_id = p_content_id and x.seq is not null)
  select jsonb_build_object('others', coalesce((select jsonb_agg(sluice.member(a.id) order by a.name, a.id) from sluice.agents a
    where a.agent is distinct from p_agent and (a.id in (select c.agent from c)
      or a.id in (select h.agent from sluice.holdings h join c on c.scope = h.scope and c.sha256 = h.sha256))), '[]'::jsonb))
$$;

-- Files of machines that are gone, which nobody else has: whoever has the same bytes takes a claim over within seconds.
create function sluice_v1.stranded(p_scope text, p_limit int) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with gone as materialized (
    select c.sha256, c.size, c.file_name, c.content_id, c.proof, c.epoch, c.agent, a.name, a.seen_at
    from sluice.claims c join sluice.scopes s on s.id = c.scope join sluice.agents a on a.id = c.agent
    where s.key = p_scope and c.seq is null and a.lease_until + sluice.grace(c.size) + interval '1 minute' <= sluice.now_())
  select jsonb_build_object(
    'total', (select count(*) from gone), 'bytes', (select coalesce(sum(g.size), 0) from gone g),
    'files', coalesce((select jsonb_agg(jsonb_build_object('sha256', encode(x.sha256, 'hex'), 'size', x.size, 'fileName', x.file_name,
        'contentId', x.content_id, 'proof', x.proof, 'epoch', x.epoch, 'by', sluice.member(x.agent),
        'seenMs', greatest(0, sluice.milliseconds(x.seen_at, sluice.now_()))) order by x.seen_at desc, x.name, x.file_name, x.sha256)
      from (select * from gone g order by g.seen_at desc, g.name, g.file_name, g.sha256 limit p_limit) x), '[]'::jsonb))
$$;

-- The service has the bytes in the slot that such a machine named: it landed, whoever finds out.
create function sluice_v1.record_landed(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_sha256 text, p_epoch bigint, p_content_id text, p_proof text
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  c sluice.claims;
  next bigint;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  select x.* into c from sluice.claims x join sluice.scopes s on s.id = x.scope
    where s.key = p_scope and x.sha256 = decode(p_sha256, 'hex') for update of x;
  -- Who is back finds out by itself, and may be about to give the slot up.
  if not found or c.seq is not null or c.epoch <> p_epoch or c.content_id is distinct from p_content_id
      or sluice.is_alive(c.agent, null, sluice.grace(c.size)) then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
  end if;
  update sluice.scopes s set head = s.head + 1 where s.id = c.scope returning s.head into next;
  update sluice.claims x set seq = next, proof = p_proof, at = sluice.now_() where x.scope = c.scope and x.sha256 = c.sha256;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written'));
end $$;

-- The service does not have the document of a claim any more: whoever sends its bytes again gets a claim of its own, so that the machine
-- whose document it was does not send them too. Machines that stood for it stand for the next one.
create function sluice_v1.forget_gone(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_sha256 text, p_content_id text
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  b record;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  if sluice.waits_for_replay(b.me) then return sluice.end_write((b.me).id, p_write, jsonb_build_object('problem', 'restored')); end if;
  delete from sluice.claims x using sluice.scopes s
    where s.key = p_scope and x.scope = s.id and x.sha256 = decode(p_sha256, 'hex') and x.content_id = p_content_id and x.seq is not null;
  return sluice.end_write((b.me).id, p_write, jsonb_build_object('kind', 'forgotten'));
end $$;
