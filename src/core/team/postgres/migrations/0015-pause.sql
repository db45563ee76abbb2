-- A person pauses or resumes from a command line: no agent lives in that process, so nothing is numbered, and twice is as once. `p_by` is
-- the name of the machine they are at.
create function sluice_v1.pause_as(p_by text, p_whom uuid, p_paused boolean) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whom int := 0;
begin
  if p_whom is not null then
    select a.id into whom from sluice.agents a where a.agent = p_whom;
    if not found then return jsonb_build_object('kind', 'nobody'); end if;
  end if;
  if p_paused then
    insert into sluice.pauses (agent, by, at) values (whom, p_by, sluice.now_()) on conflict (agent) do nothing;
  else
    delete from sluice.pauses p where p.agent = whom;
  end if;
  return jsonb_build_object('kind', 'written');
end $$;
