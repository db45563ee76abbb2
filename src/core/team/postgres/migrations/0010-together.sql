-- Several writes of one agent in one round trip, in one transaction: on a slow line an agent would else make one a round trip. The
-- last has the number `p_write`, those before it the numbers below; a repeated number gets the kept answers. Who calls this sorts
-- claims by their bytes and keeps `landed`, which takes the scope's row first, apart: so that no two calls wait for each other.
create function sluice_v1.together(p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_calls jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  call record;
  n bigint := p_write - jsonb_array_length(p_calls);
  v jsonb;
  answer jsonb;
  answers jsonb := '[]';
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  -- Rarely more than a few.
  if me.writes > p_acknowledged or me.earlier is not null then
    update sluice.agents a set earlier = (
        select jsonb_object_agg(x.key, x.value) from (
          select y.key, y.value from jsonb_each(me.earlier) y union all select me.writes::text, me.answer where me.answer is not null) x
        where x.key::bigint > p_acknowledged)
      where a.id = me.id;
  end if;
  for call in select x.value ->> 'name' as name, x.value -> 'values' as given from jsonb_array_elements(p_calls) with ordinality x order by x.ordinality
  loop
    n := n + 1;
    v := call.given;
    case call.name
      when 'claim' then
        answer := sluice_v1.claim(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, array (select jsonb_array_elements_text(v -> 1)),
          v ->> 2, (v ->> 3)::bigint, (v ->> 4)::uuid, v ->> 5, (v ->> 6)::boolean);
      when 'write_claim' then
        answer := sluice_v1.write_claim(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, v ->> 1, v ->> 2, (v ->> 3)::uuid,
          (v ->> 4)::bigint, v ->> 5, v ->> 6);
      when 'let_go' then
        answer := sluice_v1.let_go(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, v ->> 1, (v ->> 2)::uuid);
      when 'take' then
        answer := sluice_v1.take(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, v ->> 1, (v ->> 2)::uuid);
      when 'give_back' then
        answer := sluice_v1.give_back(p_agent, p_incarnation, n, p_acknowledged, (v ->> 0)::uuid);
    end case;
    answers := answers || jsonb_build_array(answer - 'token');
  end loop;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'together', 'answers', answers));
end $$;
