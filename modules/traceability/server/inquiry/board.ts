import type { DataOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/contract/envelope.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { traceBoard } from '#modules/traceability/contract/inquiry/inquiry.ts';

const first = '/traceability/livestockRegistration';
const manage = '/traceability/traceabilityManagement';
/** What waits, each with the list that has as many rows, for whoever may open it. */
const tiles: readonly (readonly [key: string, permission: string, path: string, sql: string])[] = [
  [
    'toAccept',
    'trace:quarantine:list',
    `${first}/quarantineManagement?status=submitted`,
    "quarantine_declaration where status = 'submitted'",
  ],
  [
    'toInspect',
    'trace:quarantine:list',
    `${first}/quarantineManagement?status=accepted`,
    "quarantine_declaration where status = 'accepted'",
  ],
  ['onRoad', 'trace:movement:list', `${first}/movement?status=departed`, "movement where status = 'departed'"],
  ['overdue', 'trace:movement:list', `${first}/movement?overdue=true`, 'movement where overdue'],
  [
    'isolating',
    'trace:third:list',
    `${first}/thirdPartyAnimals?status=isolating`,
    "third_party_batch where status = 'isolating'",
  ],
  ['recalled', 'trace:lot:list', `${manage}/process?status=recalled`, "trace_lot where status = 'recalled'"],
  ['held', 'trace:lot:list', `${manage}/process?status=held`, "trace_lot where status = 'held'"],
  ['feedback', 'trace:feedback:list', `${manage}/feedback?status=open`, "trace_feedback where status = 'open'"],
];

/** The morning's first look, of what the caller sees. */
export async function boardOf(tx: Tx, actor: Call['actor'], language: Language): Promise<DataOf<typeof traceBoard>> {
  const region = (county: number) => lookups().regionName(county * 1e6, language) ?? String(county);
  const shown = tiles.filter(([, permission]) => actor.actions.has(permission as never));
  const counted = [];
  for (const [key, , path, sql] of shown) {
    const [row] = await tx.query<{ n: number }>(
      `select count(*)::int as n from traceability.${sql} and tenant_no = kit.tenant()`,
    );
    counted.push({ key, path, n: row?.n ?? 0 });
  }
  const flows = await tx.query<{ from: number; to: number; heads: number }>(
    `select region_code / 1000000 as from, to_region_code / 1000000 as to, sum(heads)::int as heads
     from traceability.movement where tenant_no = kit.tenant() and departed_at > now() - interval '90 days'
     group by 1, 2 order by 3 desc limit 12`,
  );
  const grades = await tx.query<{ county: number; a: number; b: number; c: number; d: number }>(
    `select region_code / 1000000 as county, count(*) filter (where grade = 'A')::int as a,
       count(*) filter (where grade = 'B')::int as b, count(*) filter (where grade = 'C')::int as c,
       count(*) filter (where grade = 'D')::int as d
     from traceability.trace_animal where tenant_no = kit.tenant() group by 1 order by 1`,
  );
  const purposes = await tx.query<{ purpose: string; n: number }>(
    `select coalesce(purpose, 'other') as purpose, count(*)::int as n from traceability.quarantine_certificate
     where tenant_no = kit.tenant() and issued_at > now() - interval '365 days' group by 1 order by 2 desc`,
  );
  const scans = await tx.query<{ day: string; n: number }>(
    `select to_char(d.day, 'MM-DD') as day, (select count(*)::int from traceability.trace_scan s
       where s.tenant_no = kit.tenant() and s.scanned_at >= d.day and s.scanned_at < d.day + interval '1 day') as n
     from generate_series(current_date - 13, current_date, interval '1 day') d(day) order by d.day`,
  );
  const [seal] = await tx.query<NonNullable<DataOf<typeof traceBoard>['seal']>>(
    `select seal_no as "sealNo", to_char(cut_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "cutAt",
       leaf_count as "leafCount", root, check_state as "checkState"
     from traceability.trace_seal where tenant_no = kit.tenant() order by seal_no desc limit 1`,
  );
  return {
    tiles: counted,
    flows: flows.map((one) => ({ from: region(one.from), to: region(one.to), heads: one.heads })),
    grades: grades.map(({ county, ...one }) => ({ county: region(county), ...one })),
    purposes: purposes.map((one) => ({
      name: lookups().dictLabel('move_purpose', one.purpose, actor.tenantNo, language) ?? one.purpose,
      n: one.n,
    })),
    scans,
    seal: seal ?? null,
  };
}
