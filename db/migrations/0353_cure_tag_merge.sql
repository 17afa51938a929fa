-- Whatever can still be changed names the other word afterwards. Opinions and issued sheets keep the word they were
-- signed with; answers how many rows of each kind moved.
create function cure.move_tag(p_from bigint, p_to bigint) returns jsonb language plpgsql as $$
declare
  cases int; treatments int; people int; articles int; recommended int; n int;
begin
  update cure.consult set sign_tag_ids = (select array_agg(id order by at) from (select distinct on (id) id, at
      from (select case when x = p_from then p_to else x end as id, at
        from unnest(sign_tag_ids) with ordinality u(x, at)) w order by id, at) o)
    where tenant_no = kit.tenant() and p_from = any (sign_tag_ids);
  get diagnostics cases = row_count;
  update cure.consult set diagnosis_tag_id = p_to where tenant_no = kit.tenant() and diagnosis_tag_id = p_from;
  get diagnostics n = row_count;
  cases := cases + n;
  update cure.follow_up set diagnosis_tag_id = p_to where tenant_no = kit.tenant() and diagnosis_tag_id = p_from;
  update cure.prescription set diagnosis_tag_id = p_to
    where tenant_no = kit.tenant() and diagnosis_tag_id = p_from and status = 'draft';
  update cure.treatment set diagnosis_tag_id = p_to where tenant_no = kit.tenant() and diagnosis_tag_id = p_from;
  get diagnostics treatments = row_count;
  update cure.expert set field_tag_id = case field_tag_id when p_from then p_to else field_tag_id end,
      second_tag_id = case second_tag_id when p_from then p_to else second_tag_id end
    where tenant_no = kit.tenant() and p_from in (field_tag_id, second_tag_id);
  get diagnostics people = row_count;
  update cure.expert_application set field_tag_id = case field_tag_id when p_from then p_to else field_tag_id end,
      second_tag_id = case second_tag_id when p_from then p_to else second_tag_id end
    where tenant_no = kit.tenant() and p_from in (field_tag_id, second_tag_id);
  update cure.knowledge_article set tag_id = case tag_id when p_from then p_to else tag_id end,
      second_tag_id = case second_tag_id when p_from then p_to else second_tag_id end
    where tenant_no = kit.tenant() and p_from in (tag_id, second_tag_id);
  get diagnostics articles = row_count;
  update cure.article_revision set tag_id = case tag_id when p_from then p_to else tag_id end,
      second_tag_id = case second_tag_id when p_from then p_to else second_tag_id end
    where tenant_no = kit.tenant() and p_from in (tag_id, second_tag_id);
  delete from cure.medicine_formulary f using cure.medicine_formulary o
    where f.tenant_no = kit.tenant() and f.disease_tag_id = p_from and o.tenant_no = f.tenant_no
      and o.society_id = f.society_id and o.medicine_id = f.medicine_id and o.disease_tag_id = p_to;
  update cure.medicine_formulary set disease_tag_id = p_to
    where tenant_no = kit.tenant() and disease_tag_id = p_from;
  get diagnostics recommended = row_count;
  update cure.cure_tag set field_tag_id = p_to where tenant_no = kit.tenant() and field_tag_id = p_from;
  return jsonb_build_object('cases', cases, 'treatments', treatments, 'people', people, 'articles', articles,
    'recommended', recommended);
end $$;
