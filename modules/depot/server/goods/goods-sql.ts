/** What every line says of its material, over the row `m` of depot.material. */
export const goodsSql = `m.id as "materialId", m.name, m.spec, m.kind, m.base_unit as "baseUnit", m.decimals, m.packs`;

/** Lots that may be used today, over `l` of depot.lot and `b` of depot.stock_balance. */
export const fitSql = `not b.hold and l.quality = 'ok' and l.cut_at is null and (l.expire_on is null or l.expire_on >= (now() at time zone 'Asia/Shanghai')::date)`;

export const chinaDay = `(now() at time zone 'Asia/Shanghai')::date`;
