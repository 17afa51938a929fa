import { AppError, forbidden, invalid } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { drugReference, type Medicine, medicine } from '#modules/cure/contract/medicine/medicine.ts';
import { medicineFactory } from '#modules/cure/contract/medicine/medicine-factory.ts';
import { tagRoutes } from './tags.ts';

const labelText = `(select string_agg(distinct trim_scale(l.dose_from) || case when l.dose_to > l.dose_from
    then '–' || trim_scale(l.dose_to) else '' end || ' ' || case l.dose_unit when 'piece' then '' else l.dose_unit end
    || case l.dose_per when 'kg' then '/kg' else '' end, '；')
  from cure.medicine_label l where l.parent_id = t.id)`;
const expressions = {
  labelSpecies: 'array(select distinct l.species from cure.medicine_label l where l.parent_id = t.id order by 1)',
  labelText,
  meatDays: '(select max(l.meat_days) from cure.medicine_label l where l.parent_id = t.id)',
  packCount: '(select count(*)::int from cure.medicine_pack p where p.parent_id = t.id)',
};

/** A leaflet has a first and a last dose. */
function refuseDoses({ labels }: Pick<Medicine, 'labels'>): void {
  labels.forEach((line, at) => {
    if (line.doseTo < line.doseFrom) throw invalid([{ field: `labels.${at}.doseTo`, key: 'cure.medicine.doseOrder' }]);
  });
}

/** Each species and route once, from the day it is published: a draft may be half typed. */
function refuseTwice({ labels }: Pick<Medicine, 'labels'>): void {
  const seen = new Set<string>();
  labels.forEach((line, at) => {
    const key = `${line.species} ${line.route}`;
    if (seen.has(key)) throw invalid([{ field: `labels.${at}.species`, key: 'error.duplicate' }]);
    seen.add(key);
  });
}

async function refuseUsed(call: Call, row: Medicine): Promise<void> {
  const [used] = await call.tx.query(
    `select 1 from cure.prescription_line where medicine_id = $1
     union all select 1 from cure.treatment_line where medicine_id = $1 limit 1`,
    [row.id],
  );
  if (used) throw new AppError(409, 'error.inUse', { args: { name: row.genericName } });
}

export const medicineRoutes = (): Route[] => [
  ...tagRoutes(),
  ...serveResource(medicine)({
    expressions,
    before: {
      add: async (_call, values) => {
        refuseDoses(values);
        return undefined;
      },
      edit: async (_call, values, row) => {
        refuseDoses(values);
        if (row.status !== 'draft') refuseTwice(values);
        return undefined;
      },
      remove: refuseUsed,
      transition: async (call, move, row) => {
        if (move.name !== 'publish') return undefined;
        refuseTwice(row);
        const [maker] = await call.tx.query<{ by: number | null }>(
          'select created_by as by from cure.medicine where id = $1',
          [row.id],
        );
        if (maker?.by === call.actor.userId) throw forbidden();
        return undefined;
      },
    },
  }),
  ...serveResource(drugReference)({ expressions, table: 'cure.medicine', listed: "t.status = 'published'" }),
  ...serveResource(medicineFactory)({
    expressions: {
      packs: '(select count(*)::int from cure.pack_seen p where p.tenant_no = t.tenant_no and p.manufacturer = t.name)',
    },
    before: {
      transition: async (_call, move) => {
        const { reason } = (move.form ?? {}) as { reason?: string };
        if (move.name === 'watch') return { watch: true, watchReason: reason };
        return move.name === 'unwatch' ? { watch: false, watchReason: null } : undefined;
      },
    },
  }),
];
