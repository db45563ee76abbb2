-- A document of two API keys stays also for a machine that needs it under a claim that came to another machine.

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
create or replace function sluice_v1.let_go(
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
