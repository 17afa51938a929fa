import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { serviceInfo, serviceOffers } from '#modules/registry/contract/service/service-info.ts';

/** What is offered nowhere or only in the past is no offer. */
function check({ serviceRegions, validTo }: { serviceRegions: readonly number[]; validTo: string }): void {
  const faults: FieldError[] = [];
  if (serviceRegions.length === 0) faults.push({ field: 'serviceRegions', key: 'error.field.required' });
  if (validTo < today()) faults.push({ field: 'validTo', key: 'registry.serviceInfo.over' });
  if (faults.length > 0) throw invalid(faults);
}

/** Offers whose day has passed are taken down, once a night. */
export async function withdrawOver(tx: Tx): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `update registry.service_info set status = 'withdrawn', version = version + 1, updated_at = now() where status = 'published' and valid_to < $1 returning id`,
    [today()],
  );
  for (const { id } of rows)
    await recordTransition(
      tx,
      { userId: null, nickname: null },
      { entity: 'registry.serviceInfo', entityId: id, name: 'withdraw', from: 'published', to: 'withdrawn' },
    );
  return rows.length;
}

export const serviceInfoRoutes = (): Route[] => [
  ...serveResource(serviceInfo)({
    expressions: {
      price: 't.price::float8',
      regionNames: `(select string_agg(r.name, '、' order by r.code) from platform.sys_region r where r.code in (select c::bigint from jsonb_array_elements_text(t.service_regions) c))`,
    },
    before: {
      add: async (_call, values) => {
        check(values);
        return undefined;
      },
      edit: async (_call, values) => {
        check(values);
        return undefined;
      },
      transition: async (_call, move, row) => {
        if (move.name === 'publish' && row.status !== 'published') check(row);
        return undefined;
      },
    },
  }),
  serve('registry', serviceOffers, async (call) => {
    const { regionCode, serviceKind = null } = call.query;
    // Offers are for everybody in the tenant; only what an advertisement says is read beyond the caller's own rows.
    const [rows] = await call.database.read<
      [
        {
          id: number;
          title: string;
          serviceKind: string;
          price: number | null;
          priceUnit: string | null;
          phone: string;
          unitName: string;
          validTo: string;
          regions: number[];
        },
      ]
    >(systemScope(call.actor.tenantNo, 'serviceOffers'), {
      text: `select s.id, s.title, s.service_kind as "serviceKind", s.price::float8 as price, s.price_unit as "priceUnit", s.phone, to_char(s.valid_to, 'YYYY-MM-DD') as "validTo",
               p.principal_unit_name as "unitName", s.service_regions as regions
             from registry.service_info s join registry.principal p on p.id = s.principal_id
             where s.status = 'published' and s.valid_to >= $1 and ($2::text is null or s.service_kind = $2) order by s.id desc limit 1000`,
      values: [today(), serviceKind],
    });
    return rows
      .filter((row) => row.regions.some((code) => within(regionCode, code)))
      .slice(0, 200)
      .map(({ regions: _r, ...offer }) => offer);
  }),
];

/** R63: what is in force goes with its holder to the survivor. */
export async function reassignServices(tx: Tx, from: number, to: number, regionCode: number): Promise<number> {
  const rows = await tx.query(
    `update registry.service_info set principal_id = $2, region_code = $3, version = version + 1, updated_at = now() where principal_id = $1 and status in ('draft', 'published') returning 1`,
    [from, to, regionCode],
  );
  return rows.length;
}
