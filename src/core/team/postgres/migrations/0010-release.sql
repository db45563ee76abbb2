-- A person says that a machine is gone: nobody waits for its lease and grace any more. What it was about to send is free, and a slot it
-- named is looked at by whoever asks next. A machine that lives is left alone; one that comes back finds its lease lapsed, and joins anew.
create function sluice_v1.release_agent(p_agent uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone sluice.agents;
  unnamed bigint;
begin
  select * into gone from sluice.agents a where a.agent = p_agent for no key update;
  if not found then return jsonb_build_object('kind', 'unknown'); end if;
  if gone.lease_until > sluice.now_() then return jsonb_build_object('kind', 'alive'); end if;
  update sluice.agents a set lease_until = '-infinity' where a.id = gone.id;
  update sluice.leases set agent = null, incarnation = null, token = null where agent = gone.id;
  delete from sluice.claims c where c.agent = gone.id and c.seq is null and c.content_id is null;
  get diagnostics unnamed = row_count;
  return jsonb_build_object('kind', 'released', 'claims', unnamed,
    'slots', (select count(*) from sluice.claims c where c.agent = gone.id and c.seq is null));
end $$;
