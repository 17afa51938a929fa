import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { semenBatch } from '#modules/breeding/contract/semen/semen-batch.ts';
import type { CommonRules } from '#modules/breeding/contract/setting/parameters.ts';
import { holdLot, lotBooked } from '#modules/depot/server/index.ts';
import { rulesFor } from '../setting/rules.ts';

interface Quality {
  readonly motilityPct: number | null;
  readonly abnormalPct: number | null;
}
/** R2: under the least motility or over the most abnormal it fails; unmeasured, nobody knows. */
const qcOf = ({ motilityPct, abnormalPct }: Quality, rules: CommonRules): 'pass' | 'fail' | 'unchecked' => {
  if (motilityPct !== null && motilityPct < rules.motilityMin) return 'fail';
  if (abnormalPct !== null && abnormalPct > rules.abnormalMax) return 'fail';
  return motilityPct === null ? 'unchecked' : 'pass';
};

interface Booked {
  id: number;
  qc: string;
}
/** R2: a receipt of semen is refused unless its bull is in use and its batch was told before; a failing batch is held at once. */
export function registerLotHook(): void {
  lotBooked.register('breeding', async (tx, lot) => {
    const [material] = await tx.query<{ sireCode: string | null; semenKind: string | null }>(
      `select sire_code as "sireCode", semen_kind as "semenKind" from breeding.straw_material
       where tenant_no = kit.tenant() and id = $1`,
      [lot.materialId],
    );
    if (!material) return;
    const [sire] = await tx.query<{ status: string }>(
      'select status from breeding.seed_animal where tenant_no = kit.tenant() and sire_code = $1',
      [material.sireCode],
    );
    if (!sire || !['active', 'retired'].includes(sire.status))
      throw refusal('sireUnknown', 'breeding.refusal.sireUnknown', { code: material.sireCode ?? '' });
    const batch = await bookBatch(tx, lot.id, [material.sireCode, material.semenKind, lot.lotNo]);
    if (!batch) throw refusal('noBatch', 'breeding.refusal.noBatch', { lot: lot.lotNo });
    if (batch.qc === 'fail') await holdLot(tx, lot.id, null, 'lowMotility');
  });
}
async function bookBatch(tx: Tx, lotId: number, key: readonly unknown[]): Promise<Booked | undefined> {
  const [batch] = await tx.query<Booked>(
    `update breeding.semen_batch set lot_id = $1, updated_at = now() where tenant_no = kit.tenant() and sire_code = $2
       and semen_kind = $3 and lot_no = $4 returning id, qc`,
    [lotId, ...key],
  );
  return batch;
}

const moved = (what: string) => `(select coalesce(sum(m.qty), 0)::int from breeding.straw_move m
  where m.tenant_no = t.tenant_no and m.lot_id = t.lot_id and ${what})`;

export const batchRoutes = (): Route[] =>
  serveResource(semenBatch)({
    expressions: {
      breed: `(select s.breed from breeding.seed_animal s
        where s.tenant_no = t.tenant_no and s.sire_code = t.sire_code)`,
      received: moved(`m.from_kind = 'purveyor' and m.to_kind = 'depot'`),
      used: `(${moved(`m.to_kind = 'use'`)} - ${moved(`m.from_kind = 'use'`)})`,
      destroyed: moved(`m.to_kind = 'loss' and m.reason = 'destroy'`),
      left: `(select coalesce(sum(s.qty), 0)::int from breeding.straw_stock s where s.tenant_no = t.tenant_no
        and s.lot_id = t.lot_id)`,
      tanks: `(select string_agg(d.name || ' ' || s.qty::int, '、' order by s.qty desc) from breeding.straw_stock s
        join breeding.tank_store d on d.id = s.depot_id where s.tenant_no = t.tenant_no and s.lot_id = t.lot_id
        and s.qty > 0)`,
      quality: '(select l.quality from breeding.straw_lot l where l.id = t.lot_id)',
    },
    before: {
      add: async (call, values) => {
        if (values.producedOn > today()) throw invalid([{ field: 'producedOn', key: 'error.field.pattern' }]);
        const [sire] = await call.tx.query(
          `select 1 from breeding.seed_animal where tenant_no = kit.tenant() and sire_code = $1`,
          [values.sireCode],
        );
        if (!sire) throw invalid([{ field: 'sireCode', key: 'error.field.ref' }]);
        const rules = await rulesFor(call.tx, call.actor.scope.regions[0] ?? 0);
        return { qc: qcOf(values, rules.common), reportIds: values.reportIds ?? [] };
      },
      edit: async (call, values, row) => {
        const rules = await rulesFor(call.tx, call.actor.scope.regions[0] ?? 0);
        const qc = qcOf(values, rules.common);
        if (qc === 'fail' && row.lotId && row.quality === 'ok') await holdLot(call.tx, row.lotId, null, 'lowMotility');
        return { qc, reportIds: values.reportIds ?? [] };
      },
      remove: async (_call, row) => {
        if (row.lotId) throw new AppError(409, 'error.inUse', { args: { name: row.lotNo } });
      },
    },
  });
