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
