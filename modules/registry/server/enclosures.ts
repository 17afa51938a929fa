import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insertRow } from '#kit/server/resource/write.ts';
import { generatePens, hovel } from '#modules/registry/contract/hovel.ts';
import { pen } from '#modules/registry/contract/pen.ts';

/** Where a holder stands is where its houses stand. */
async function placeOf(call: Call, principalId: number): Promise<{ regionCode: number }> {
  const [row] = await call.tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from registry.principal where id = $1',
    [principalId],
  );
  if (!row) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  return row;
}

async function hovelOf(tx: Tx, id: number): Promise<{ principalId: number; regionCode: number }> {
  const [row] = await tx.query<{ principalId: number; regionCode: number }>(
    `select principal_id as "principalId", region_code as "regionCode" from registry.hovel where id = $1 and status <> 'removed'`,
    [id],
  );
  if (!row) throw invalid([{ field: 'hovelId', key: 'error.field.ref' }]);
  return row;
}

/** R26: a house with animals in it stays. */
const refuseFilled = (count: number | null): void => {
  if (count) throw refusal('penNotEmpty', 'registry.pen.notEmpty', { n: count });
};

export function enclosureRoutes(): Route[] {
  return [
    ...serveResource(hovel)({
      expressions: {
        currentCount:
          '(select coalesce(sum(p.current_count), 0)::int from registry.pen p where p.tenant_no = t.tenant_no and p.hovel_id = t.id)',
      },
      before: {
        add: (call, values) => placeOf(call, values.principalId),
        remove: async (_call, row) => refuseFilled(row.currentCount),
      },
    }),
    ...serveResource(pen)({
      expressions: { label: `((select h.name from registry.hovel h where h.id = t.hovel_id) || ' ' || t.pen_no)` },
      before: {
        add: (call, values) => hovelOf(call.tx, values.hovelId),
        remove: async (_call, row) => refuseFilled(row.currentCount),
      },
    }),
    serve('registry', generatePens, async (call) => {
      const { hovelId, fromNo, count, capacity } = call.body;
      const place = await hovelOf(call.tx, hovelId);
      const width = Math.max(2, String(fromNo + count - 1).length);
      const taken = await call.tx.query<{ penNo: string }>(
        'select pen_no as "penNo" from registry.pen where hovel_id = $1',
        [hovelId],
      );
      const known = new Set(taken.map((one) => one.penNo));
      const wanted = Array.from({ length: count }, (_, index) => String(fromNo + index).padStart(width, '0'));
      const fresh = wanted.filter((penNo) => !known.has(penNo));
      for (const penNo of fresh)
        await insertRow(call as unknown as Call, pen, { hovelId, penNo, capacity, purpose: null }, place);
      return { made: fresh.length, skipped: wanted.length - fresh.length };
    }),
  ];
}
