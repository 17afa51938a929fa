import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { type LabChoices, labChoices } from '#modules/prevention/contract/lab/lab.ts';
import { asSystem } from './as-system.ts';

export const labRoutes = (): Route[] => [
  serve('prevention', labChoices, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const nameColumn = { zh_CN: 'name_zh', zh_TW: 'coalesce(name_tw, name_zh)', en: 'name_en' }[call.language];
      return {
        diseases: await tx.query<LabChoices['diseases'][number]>(
          `select code, ${nameColumn} as name, species, antibody_target::float8 as "antibodyTarget" from prevention.ant_disease
           where tenant_no = kit.tenant() and status = 'enabled' order by order_num, code`,
        ),
        items: await tx.query<LabChoices['items'][number]>(
          `select id, code, name, disease_code as "diseaseCode", target from prevention.detect_item where tenant_no = kit.tenant() and status = 'enabled' order by id`,
        ),
        labs: await asSystem(tx, labs),
        keepers: await tx.query<LabChoices['keepers'][number]>(
          `select id, nickname as name from platform.sys_user where principal_id = $1 and status = 'active' order by id limit 200`,
          [call.actor.principalId],
        ),
        seasons: await tx.query<LabChoices['seasons'][number]>(
          `select id, name, to_char(start_date, 'YYYY-MM-DD') as "startDate", to_char(end_date, 'YYYY-MM-DD') as "endDate" from prevention.prevention_season
           where tenant_no = kit.tenant() and status <> 'draft' order by start_date desc limit 20`,
        ),
      };
    }),
  ),
];

/** Where tubes may be sent: every laboratory of the tenant, whoever's it is. */
const labs = (all: Tx) =>
  all.query<{ id: number; name: string }>(
    `select id, principal_unit_name as name from registry.principal where tenant_no = kit.tenant() and principal_unit_type = 'lab' and status = 'active' order by id limit 100`,
  );
