import { type Call, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { patrolRoute } from '#modules/bank/contract/patrol/patrol.ts';
import type { Location } from '../site/near-site.ts';

interface Stop extends Location {
  readonly visitId: number;
  readonly docNo: string;
  readonly siteId: number;
  readonly site: string;
  readonly client: string;
  readonly dueOn: string;
  readonly isLate: boolean;
}
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** On the ground, in kilometres. */
export function kmBetween(a: Location, b: Location): number {
  const [lat, long] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const h =
    Math.sin(lat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(long / 2) ** 2;
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** R40: always on to the nearest of those left; from where the patroller stands, else from the one due first. */
export function orderStops<S extends Location>(stops: readonly S[], from: Location | null): (S & { km: number })[] {
  const left = [...stops];
  const order: (S & { km: number })[] = [];
  for (let here = from; left.length > 0; ) {
    let best = 0;
    const at = here;
    if (at) for (const [n, one] of left.entries()) if (kmBetween(at, one) < kmBetween(at, left[best] as S)) best = n;
    const [next] = left.splice(best, 1) as [S];
    order.push({ ...next, km: here ? Math.round(kmBetween(here, next) * 100) / 100 : 0 });
    here = next;
  }
  return order;
}

async function route(call: Call<typeof patrolRoute>) {
  const { query, actor } = call;
  const day = query.day ?? today();
  const patrollerId = query.patrollerId ?? actor.userId;
  return call.database.transaction(actor.scope, async (tx) => {
    const stops = await tx.query<Stop>(
      `select v.id as "visitId", v.doc_no as "docNo", s.id as "siteId", s.name as site,
         coalesce(registry.principal_name(s.principal_id), '') as client, to_char(v.due_on, 'YYYY-MM-DD') as "dueOn",
         v.due_on < (now() at time zone 'Asia/Shanghai')::date as "isLate", s.longitude, s.latitude
       from bank.patrol_visit v join bank.pledge_site s on s.tenant_no = v.tenant_no and s.id = v.site_id
       where v.tenant_no = kit.tenant() and v.patroller_id = $1 and v.due_on <= $2
         and v.status in ('planned', 'doing', 'returned') order by v.due_on, v.id limit 200`,
      [patrollerId, day],
    );
    const [name] = await tx.query<{ name: string }>(
      'select nickname as name from platform.user_view where tenant_no = kit.tenant() and id = $1',
      [patrollerId],
    );
    const from =
      query.longitude !== undefined && query.latitude !== undefined
        ? { longitude: query.longitude, latitude: query.latitude }
        : null;
    const ordered = orderStops(stops, from);
    return {
      day,
      patroller: name?.name ?? '',
      stops: ordered,
      km: Math.round(ordered.reduce((all, one) => all + one.km, 0) * 10) / 10,
    };
  });
}

export const routeRoutes = () => [serve('bank', patrolRoute, route)];
