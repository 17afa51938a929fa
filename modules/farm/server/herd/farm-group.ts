import { refusal } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { farmGroup } from '#modules/farm/contract/herd/farm-animal.ts';

const members = (what: string) => `(select ${what} from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
  where f.tenant_no = t.tenant_no and f.group_id = t.id and f.status = 'live')`;

export const groupRoutes = (): Route[] =>
  serveResource(farmGroup)({
    expressions: {
      head: members('count(*)::int'),
      meanKg: members('round(avg(a.weight), 2)'),
      meanAdg: members('round(avg(f.adg))::int'),
      planName: `(select m.name from farm.feeding_plan p join farm.feed_formula m on m.id = p.formula_id
        where p.tenant_no = t.tenant_no and p.group_id = t.id and p.status = 'active' order by p.id desc limit 1)`,
    },
    before: {
      remove: async (_call, row) => {
        if (row.head > 0) throw refusal('inUse', 'farm.farmGroup.inUse', { n: row.head });
      },
      transition: async (_call, _move, row) => {
        if (row.head > 0) throw refusal('inUse', 'farm.farmGroup.inUse', { n: row.head });
        return undefined;
      },
    },
  });
