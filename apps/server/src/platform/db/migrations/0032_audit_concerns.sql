-- What an audit row concerns, with the same result as before in less than half the time. Every step of an order inserts an audit row.
create or replace function audit_concerns(entry audit) returns setof uuid
  language plpgsql immutable
  as $$
declare
  pattern constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  ids uuid[] := entry.subject_organization_ids || entry.organization_id;
begin
  if entry.object_id ~ pattern then ids := ids || entry.object_id::uuid; end if;
  if entry.detail ->> 'orderId' ~ pattern then ids := ids || (entry.detail ->> 'orderId')::uuid; end if;
  if jsonb_typeof(entry.detail -> 'orderIds') = 'array' then
    ids := ids || array(select id::uuid from jsonb_array_elements_text(entry.detail -> 'orderIds') id where id ~ pattern);
  end if;
  return query select distinct id from unnest(ids) id where id is not null;
end $$;
