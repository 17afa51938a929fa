import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  type LibraryEntry,
  type LotLine,
  material,
  materialLibrary,
  materialLots,
} from '#modules/depot/contract/goods/material.ts';
import type { Measured } from '#modules/depot/contract/goods/quantity.ts';
import { placeOfUnit } from '../store/check.ts';
import { checkMaterial, mayShare, mustShare, refuseUsed } from './check-material.ts';
import { pinyinOf } from './pinyin.ts';

const entity = 'depot.material';

/** By name, by the letters it is typed with, by the numbers on the pack. */
const keyword = (word: string, add: (value: unknown) => string): string => {
  const text = word.trim();
  const like = add(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const exact = add(text);
  return `(t.name ilike ${like} or t.pinyin ilike ${like} or t.material_no ilike ${like} or t.approval_no ilike ${like} or t.barcode = ${exact})`;
};

const link = async (call: Call, id: number, { photoId }: { photoId: number | null }) => {
  if (photoId) await linkFiles(call.tx, [photoId], entity, id);
};

const like = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null);

export const materialRoutes = (): Route[] => [
  ...serveResource(material)({
    expressions: {
      onHand: '(select sum(b.qty)::float8 from depot.stock_balance b where b.material_id = t.id)',
      storeTempMin: 't.store_temp_min::float8',
      storeTempMax: 't.store_temp_max::float8',
      tempRange: `case when coalesce(t.store_temp_min, t.store_temp_max) is not null then coalesce(trim_scale(t.store_temp_min)::text, '') || ' ~ ' || coalesce(trim_scale(t.store_temp_max)::text, '') || ' °C' end`,
    },
    match: { keyword },
    before: {
      add: async (call, values) => {
        const isOwn = values.sharing === 'own';
        if (!isOwn) mustShare(call.actor);
        checkMaterial(values, isOwn, call.actor.tenantNo);
        const regionCode = isOwn && values.principalId ? await placeOfUnit(call.tx, values.principalId) : null;
        return { pinyin: pinyinOf(values.name), principalId: isOwn ? values.principalId : null, regionCode };
      },
      edit: async (call, values, row) => {
        checkMaterial({ ...row, ...values, kind: row.kind }, row.sharing === 'own', call.actor.tenantNo);
        await refuseUsed(call.tx, row, values);
        return { pinyin: pinyinOf(values.name) };
      },
    },
    after: { add: link, edit: link },
    can: (row, _verb, actor) => row.sharing === 'own' || mayShare(actor),
  }),
  serve('depot', materialLots, async (call) => {
    const [rows] = await call.database.read<[LotLine]>(call.actor.scope, {
      text: `select l.id, l.lot_no as "lotNo", l.manufacturer, to_char(l.produced_on, 'YYYY-MM-DD') as "producedOn", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn",
               l.expire_on - (now() at time zone 'Asia/Shanghai')::date as "daysLeft", l.quality, l.quality_reason as "qualityReason",
               coalesce(h.qty, 0) as "onHand", coalesce(h.depots, '[]') as depots
             from depot.lot l left join lateral (
               select sum(b.qty) as qty, jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'qty', b.qty, 'hold', b.hold) order by b.qty desc) as depots
               from depot.stock_balance b join depot.depot d on d.id = b.depot_id where b.lot_id = l.id and b.qty > 0) h on true
             where l.material_id = $1 and l.cut_at is null order by h.qty is null, l.expire_on nulls last, l.lot_no limit 300`,
      values: [call.query.materialId],
    });
    return rows;
  }),
  serve('depot', materialLibrary, async (call) => {
    const [rows] = await call.database.read<[LibraryEntry]>(call.actor.scope, {
      text: `select t.id, t.commodity_code as "commodityCode", t.commodity_name as "commodityName", t.spec, t.unit, t.manufacturer, t.licence_no as "licenceNo",
               case p.code when 'VAC' then 'vaccine' when 'DRG' then 'drug' when 'DIS' then 'disinfectant' when 'FED' then 'feed' when 'ADD' then 'feed'
                 else case s.licence_kind when 'semen' then 'semen' when 'tag' then 'earTag' else 'other' end end as kind,
               exists (select 1 from depot.material m where m.commodity_id = t.id) as "isTaken"
             from platform.tenant_commodity t join platform.sys_commodity_secondary s on s.id = t.category_id join platform.sys_commodity_category p on p.id = s.parent_id
             where ($1::text is null or t.commodity_name ilike $1 or t.commodity_code ilike $1) order by t.commodity_code limit 100`,
      values: [like(call.query.keyword)],
    });
    return rows;
  }),
];

/** A unit has become part of another: what was its own is the other's own. */
export async function reassignMaterials(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update depot.material t set principal_id = $2, region_code = p.region_code, version = t.version + 1, updated_at = now(),
       spec = case when exists (select 1 from depot.material o where o.principal_id = $2 and (o.name, o.spec) = (t.name, t.spec) and o.manufacturer is not distinct from t.manufacturer)
         then left(t.spec, 40) || '-' || t.id::text else t.spec end
     from registry.principal p where t.principal_id = $1 and p.id = $2`,
    [from, to],
  );
}

export interface MaterialFacts extends Measured {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly tracking: string;
  readonly hasExpiry: boolean;
  readonly shelfLifeMonths: number | null;
  readonly storeTempMin: number | null;
  readonly storeTempMax: number | null;
  readonly status: string;
}

/** What postings must know of the materials on a paper. */
export async function materialFacts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, MaterialFacts>> {
  const rows = await tx.query<MaterialFacts>(
    `select id, name, kind, base_unit as "baseUnit", decimals, packs, tracking, has_expiry as "hasExpiry", shelf_life_months as "shelfLifeMonths",
       store_temp_min::float8 as "storeTempMin", store_temp_max::float8 as "storeTempMax", status from depot.material where id = any ($1)`,
    [[...new Set(ids)]],
  );
  if (rows.length < new Set(ids).size) throw notFound();
  return new Map(rows.map((row) => [row.id, row]));
}
