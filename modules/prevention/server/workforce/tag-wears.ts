import { rangeOf } from '#kit/contract/region.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { lateDays, tagWear, tagWearTotals } from '#modules/prevention/contract/workforce/tag-wear.ts';

export const tagWearRoutes = (): Route[] => [
  ...serveResource(tagWear)({
    expressions: {
      workerName: '(select s.name from registry.staff s where s.id = t.staff_id)',
      late: `(t.days_late > ${lateDays})`,
      tag: 'null::text',
    },
    match: {
      // A number worn in that entry, or put on by that replacement.
      tag: (value, add) =>
        `((t.kind = 'replace' and t.tags like '%' || ${add(value)} || '%') or (t.kind <> 'replace' and t.source_id in
          (select a.entry_id from registry.animal a where a.tenant_no = t.tenant_no and a.ear_tag like '%' || ${add(value)})))`,
    },
  }),
  serve('prevention', tagWearTotals, async (call) => {
    const { regionCode, staffId, wornOnFrom, wornOnTo } = call.query;
    const [lo, hi] = regionCode === undefined ? [0, 1e12] : rangeOf(regionCode);
    const [rows] = await call.database.read<[{ kind: string; species: string; heads: number }]>(call.actor.scope, {
      text: `select kind, species, sum(heads)::int as heads from prevention.tag_wear where tenant_no = kit.tenant() and status = 'done' and region_code >= $1 and region_code < $2
               and ($3::bigint is null or staff_id = $3) and ($4::date is null or worn_on >= $4) and ($5::date is null or worn_on <= $5) group by 1, 2 order by 1, 2`,
      values: [lo, hi, staffId ?? null, wornOnFrom ?? null, wornOnTo ?? null],
    });
    return rows;
  }),
];
