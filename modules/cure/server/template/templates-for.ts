import type { Tx } from '#kit/server/db/database.ts';

/** A published cycle as a farm copies it; `fromTemplateId` and `planVersion` say where the copy comes from. */
export interface CycleTemplate {
  readonly fromTemplateId: number;
  readonly planVersion: number;
  readonly name: string;
  readonly species: string;
  readonly purpose: string;
  readonly totalDays: number;
  readonly steps: readonly { readonly stage: string; readonly fromDay: number; readonly toDay: number }[];
  readonly actions: readonly {
    readonly anchor: string;
    readonly day: number;
    readonly tolerance: number;
    readonly kind: string;
    readonly say: string;
    readonly mustProve: boolean;
  }[];
}
export interface FeedingPlan {
  readonly fromTemplateId: number;
  readonly planVersion: number;
  readonly name: string;
  readonly species: string;
  readonly stageKind: string;
  readonly stage: string;
  readonly weightFrom: number | null;
  readonly weightTo: number | null;
  readonly targetGain: number | null;
  readonly lines: readonly {
    readonly feedName: string;
    readonly materialId: number | null;
    readonly kgPerHeadDay: number;
    readonly pricePerKgCents: number;
  }[];
}
export interface TemplateAsk {
  readonly species?: string;
  /** One of them, also an older version that a copy was made from. */
  readonly id?: number;
}
const which = `t.tenant_no = kit.tenant() and ($1::text is null or t.species = $1)
  and (($2::bigint is null and t.status = 'published') or t.id = $2)`;

/**
 * D12: the authority's cycles; a farm keeps copies of its own and never edits these.
 *
 * @example
 * const [cycle] = await cycleTemplates(tx, { id: fromTemplateId });
 */
export const cycleTemplates = (tx: Tx, { species, id }: TemplateAsk = {}): Promise<CycleTemplate[]> =>
  tx.query<CycleTemplate>(
    `select t.id as "fromTemplateId", t.plan_version as "planVersion", t.name, t.species, t.purpose,
       t.total_days as "totalDays",
       coalesce((select jsonb_agg(jsonb_build_object('stage', b.code, 'fromDay', s.from_day, 'toDay', s.to_day)
           order by s.line_no)
         from cure.care_cycle_step s join cure.breeding_stage b on b.id = s.breeding_stage_id
         where s.parent_id = t.id), '[]') as steps,
       coalesce((select jsonb_agg(jsonb_build_object('anchor', a.anchor, 'day', a.day, 'tolerance', a.tolerance, 'kind',
           a.kind, 'say', a.say, 'mustProve', a.must_prove) order by a.line_no)
         from cure.care_cycle_action a where a.parent_id = t.id), '[]') as actions
     from cure.care_cycle t where ${which} order by t.name, t.id`,
    [species ?? null, id ?? null],
  );

/**
 * D12: the authority's feeding plans, for copies.
 *
 * @example
 * const plans = await feedingTemplates(tx, { species: 'cattle' });
 */
export const feedingTemplates = (tx: Tx, { species, id }: TemplateAsk = {}): Promise<FeedingPlan[]> =>
  tx.query<FeedingPlan>(
    `select t.id as "fromTemplateId", t.plan_version as "planVersion", t.name, t.species, t.stage_kind as "stageKind",
       coalesce((select b.code from cure.breeding_stage b where b.id = t.breeding_stage_id),
         (select c.code from cure.care_stage c where c.id = t.care_stage_id), '') as stage,
       t.weight_from::float8 as "weightFrom", t.weight_to::float8 as "weightTo", t.target_gain::float8 as "targetGain",
       coalesce((select jsonb_agg(jsonb_build_object('feedName', l.feed_name, 'materialId', l.material_id,
           'kgPerHeadDay', l.kg_per_head_day, 'pricePerKgCents', l.price_per_kg) order by l.line_no)
         from cure.feeding_template_line l where l.parent_id = t.id), '[]') as lines
     from cure.feeding_template t where ${which} order by t.name, t.id`,
    [species ?? null, id ?? null],
  );
