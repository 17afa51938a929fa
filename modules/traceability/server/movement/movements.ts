import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { notify } from '#modules/platform/server/index.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import * as contract from '#modules/traceability/contract/movement/movement.ts';
import { type Movement, movement } from '#modules/traceability/contract/movement/movement.ts';
import { reading } from '../common/reading.ts';
import { certificateOf, moveCertificate } from '../quarantine/quarantine-certificate.ts';
import { arrive, finish } from './arrive.ts';
import { lockMovement } from './movement.rows.ts';
import { animalsOfMovement, closeMoved } from './movement-animal.ts';

/** Who leads the animals away: their holder, the carrier, or the station of the place. */
const mayLead = (call: Call, row: Movement, carrierId: number | null): boolean => {
  const { principals, regions } = call.actor.scope;
  return regions.length > 0 || principals.some((id) => id === row.fromPrincipalId || id === carrierId);
};

/** R22: under a certificate that holds now, once. */
async function depart(call: Call, move: Move, row: Movement): Promise<Record<string, unknown>> {
  const form = move.form as { loaded: number; departedAt: string | null };
  const departedAt = form.departedAt ?? new Date().toISOString();
  return inTenant(call.tx, call.actor.tenantNo, 'depart', async (all) => {
    const held = await lockMovement(all, row.id);
    if (!mayLead(call, row, held.carrierId)) throw refusal('notYours', 'traceability.refusal.notSender');
    if (form.loaded !== held.heads)
      throw refusal('headsDiffer', 'traceability.refusal.headsDiffer', { n: held.heads, loaded: form.loaded });
    if (Date.parse(departedAt) > Date.now() + 60_000) throw refusal('tooEarly', 'traceability.refusal.departsLater');
    if (held.certificateId !== null) {
      const certificate = await certificateOf(all, held.certificateId, true);
      if (certificate.status === 'used') throw refusal('certUsed', 'traceability.refusal.certUsed');
      if (certificate.status !== 'valid' || certificate.isOver)
        throw refusal('certInvalid', 'traceability.refusal.certInvalid');
      await moveCertificate(all, held.certificateId, 'used');
    }
    if (held.toPrincipalId !== null)
      await notify(all, {
        audience: { principalIds: [held.toPrincipalId] },
        type: 'notice',
        title: { key: 'traceability.movementPage.noticeDeparted', args: { docNo: held.docNo, n: held.heads } },
        content: { key: 'traceability.movementPage.noticePlate', args: { plate: held.plateNo ?? '-' } },
        linkPath: `/traceability/livestockRegistration/movement?docNo=${held.docNo}`,
      });
    return { departedAt };
  });
}

/** The sender takes its animals back; nobody's register changed, since nobody had taken them over. */
async function turnBack(call: Call, move: Move, row: Movement): Promise<Record<string, unknown>> {
  return inTenant(call.tx, call.actor.tenantNo, 'turnBack', async (all) => {
    const held = await lockMovement(all, row.id);
    if (!call.actor.scope.principals.includes(held.fromPrincipalId) && call.actor.scope.regions.length === 0)
      throw refusal('notYours', 'traceability.refusal.notSender');
    await closeMoved(all, row.id);
    await finish(all, held);
    return { settleWord: move.remark ?? null, overdue: false };
  });
}

/** R23: a word per difference; who is missing is so in the registry too, unless it was found at home. */
async function settle(call: Call, move: Move, row: Movement): Promise<Record<string, unknown> | undefined> {
  const { reportMissing } = move.form as { reportMissing: boolean };
  if (!reportMissing) return undefined;
  await inTenant(call.tx, call.actor.tenantNo, 'settleMovement', async (all) => {
    const lost = (await animalsOfMovement(all, row.id)).filter((one) => one.result === 'missing');
    if (lost.length === 0) return;
    await changeAnimals(all, {
      changeType: 'missing',
      animalIds: lost.map((one) => one.animalId),
      source: 'traceability',
      requestId: `movement-${row.id}-missing`,
      actor: call.actor.userId,
      byPrincipalId: row.fromPrincipalId,
    });
  });
  return undefined;
}

async function listAnimals(call: Call<typeof contract.movementAnimals>, tx: Tx) {
  const { actor } = call;
  const [row] = await tx.query<{ toPrincipalId: number | null }>(
    'select to_principal_id as "toPrincipalId" from traceability.movement where id = $1',
    [call.query.id],
  );
  if (!row) throw notFound();
  const isReceiver = row.toPrincipalId !== null && actor.scope.principals.includes(row.toPrincipalId);
  const pens = isReceiver
    ? await tx.query<{ id: number; name: string }>(
        'select id, name from traceability.pen_seen where principal_id = $1 order by name limit 500',
        [row.toPrincipalId],
      )
    : [];
  return { animals: await animalsOfMovement(tx, call.query.id), pens, isReceiver };
}

interface OnRoad {
  id: number;
  docNo: string;
  plateNo: string | null;
  fromName: string;
  toName: string | null;
  fromRegion: number;
  toRegion: number;
  heads: number;
  departedAt: string | null;
  dueAt: string;
  overdue: boolean;
}

export const movementRoutes = (): Route[] => [
  serve('traceability', contract.arriveMovement, arrive),
  serve('traceability', contract.movementAnimals, (call) => reading(call, (tx) => listAnimals(call, tx))),
  serve('traceability', contract.onRoad, async (call) => {
    const [rows] = await call.database.read<[OnRoad]>(call.actor.scope, {
      text: `select id, doc_no as "docNo", plate_no as "plateNo",
          registry.principal_name(from_principal_id) as "fromName",
          coalesce(registry.principal_name(to_principal_id), to_text) as "toName", region_code as "fromRegion",
          to_region_code as "toRegion", heads, departed_at as "departedAt", due_at as "dueAt", overdue
        from traceability.movement where tenant_no = kit.tenant() and status = 'departed'
        order by due_at, id limit 500`,
      values: [],
    });
    return rows;
  }),
  ...serveResource(movement)({
    expressions: {
      fromName: 'registry.principal_name(t.from_principal_id)',
      toName: 'coalesce(registry.principal_name(t.to_principal_id), t.to_text)',
      extras: 'cardinality(t.extra)',
      extra: 'to_jsonb(t.extra)',
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'depart') return depart(call, move, row);
        if (move.name === 'turnBack') return turnBack(call, move, row);
        return settle(call, move, row);
      },
    },
  }),
];
