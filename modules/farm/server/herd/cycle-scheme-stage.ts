import type { Tx } from '#kit/server/db/database.ts';
import type { StandardStage } from '#modules/farm/contract/herd/standards.ts';

/** The stages of a scheme a farm begins with. */
export const insertStages = (tx: Tx, schemeId: number, stages: readonly StandardStage[]): Promise<unknown> =>
  tx.query(
    `insert into farm.cycle_scheme_stage (tenant_no, parent_id, line_no, name, enter_when, enter_from, event, max_days,
       hovel_kinds, target_adg, auto, principal_id, region_code)
     select kit.tenant(), $1, x.no, x.name, x.enter_when, x.enter_from, x.event, x.max_days,
       string_to_array(x.kinds, ','), x.target, true, 0, 0
     from unnest($2::int[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::int[], $8::text[], $9::int[])
       x(no, name, enter_when, enter_from, event, max_days, kinds, target)`,
    [
      schemeId,
      stages.map((_, at) => at + 1),
      stages.map((one) => one.name),
      stages.map((one) => one.enterWhen),
      stages.map((one) => one.enterFrom ?? null),
      stages.map((one) => one.event ?? null),
      stages.map((one) => one.maxDays ?? null),
      stages.map((one) => one.hovelKinds.join()),
      stages.map((one) => one.targetAdg ?? null),
    ],
  );

export const copyStages = (tx: Tx, fromId: number, toId: number): Promise<unknown> =>
  tx.query(
    `insert into farm.cycle_scheme_stage (tenant_no, parent_id, line_no, name, enter_when, enter_from, event, max_days,
       hovel_kinds, target_adg, auto, principal_id, region_code)
     select tenant_no, $2, line_no, name, enter_when, enter_from, event, max_days, hovel_kinds, target_adg, auto, 0, 0
     from farm.cycle_scheme_stage where parent_id = $1`,
    [fromId, toId],
  );
