import { invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { agreeExtension, placement } from '#modules/farm/contract/placement/placement.ts';
import type { Terms } from '#modules/farm/contract/placement/settle.ts';
import { notify } from '#modules/platform/server/index.ts';
import {
  changeAnimals,
  onExit,
  onHandover,
  onPrincipalMerged,
  onRestored,
  setOwner,
  setRelation,
} from '#modules/registry/server/index.ts';
import { dropHolds, holdAnimals, restoreHold, tradeSource } from '../sale/animal-hold.ts';
import { reassignUnit } from '../sale/customer.ts';
import { mustMayGo } from '../sale/judge.ts';
import { docNo, farmOf, unitOf } from '../sale/own-farm.ts';
import { reassignSeller } from '../slaughter/slaughter-batch.ts';
import { arrivePlaced, markBack, markGone, openPlaced, placedOf } from './placement-animal.ts';

export interface Placement extends Terms {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly docNo: string;
  readonly principalId: number;
  readonly holderId: number;
  readonly fromOn: string;
  readonly toOn: string;
  readonly askedToOn: string | null;
  readonly deposit: number;
  readonly advances: readonly { on: string; text: string; amount: number }[];
  readonly marketProduct: string | null;
  readonly changeId: number | null;
}
export const placementSql = `select id, version, status, doc_no as "docNo", principal_id as "principalId",
    holder_id as "holderId", mode, day_fee as "dayFee", gain_price as "gainPrice", calf_value as "calfValue",
    floor_price as "floorPrice", market_margin as "marketMargin", market_product as "marketProduct",
    fault_pct as "faultPct", to_char(from_on, 'YYYY-MM-DD') as "fromOn", to_char(to_on, 'YYYY-MM-DD') as "toOn",
    to_char(asked_to_on, 'YYYY-MM-DD') as "askedToOn", deposit, advances, change_id as "changeId"
  from farm.placement where id = $1`;
export async function lockPlacement(tx: Tx, id: number): Promise<Placement> {
  const [row] = await tx.query<Placement>(`${placementSql} for update`, [id]);
  if (!row) throw notFound();
  return row;
}
export const placementSource = (id: number) => `farm.placement:${id}`;

interface FormValues {
  readonly holderId?: number;
  readonly fromOn: string;
  readonly toOn: string;
  readonly animals: readonly { animalId: number }[];
}
async function checkForm(call: Call, values: FormValues, ownerId: number): Promise<void> {
  const ids = values.animals.map((one) => one.animalId);
  if (new Set(ids).size !== ids.length) throw refusal('twice', 'farm.tradeRefusal.twice');
  if (values.toOn <= values.fromOn) throw invalid([{ field: 'toOn', key: 'farm.tradeRefusal.dateOrder' }]);
  if (values.holderId === ownerId) throw invalid([{ field: 'holderId', key: 'error.field.ref' }]);
  if (values.holderId) await unitOf(call.tx, values.holderId, 'holderId');
}

/** D1: signed by the owner, in force when the keeper takes the animals; one arrangement per animal, by the database. */
async function sign(call: Call, id: number): Promise<void> {
  const { tx } = call;
  const one = await lockPlacement(tx, id);
  farmOf(call, one.principalId);
  const placed = await placedOf(tx, id);
  const ids = placed.map((line) => line.animalId).sort((a, b) => a - b);
  await mustMayGo(call, one.principalId, ids, { kind: 'handover', purpose: 'entrust', toPrincipalId: one.holderId });
  await holdAnimals(tx, {
    principalId: one.principalId,
    kind: 'placement',
    docId: id,
    docNo: one.docNo,
    animalIds: ids,
  });
  await openPlaced(tx, id, today());
  const change = await changeAnimals(tx, {
    changeType: 'handover',
    animalIds: ids,
    purpose: 'entrust',
    toPrincipalId: one.holderId,
    weights: new Map(placed.flatMap((line) => (line.inKg ? [[line.animalId, line.inKg] as const] : []))),
    source: tradeSource,
    byPrincipalId: one.principalId,
  });
  // A keeper without an account has taken them already, before the paper knew its number.
  await tx.query('update farm.placement set change_id = $2 where id = $1', [id, change.changeId]);
  if (change.status === 'done') await accepted(tx, change.changeId, ids, one.holderId);
}

/** The animals are with the keeper: from now on the register knows whose they are. */
async function accepted(tx: Tx, changeId: number, animalIds: readonly number[], toId: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'farm.placed', async (all) => {
    const [one] = await all.query<{ id: number; ownerId: number }>(
      `update farm.placement set accepted_on = $3 where tenant_no = kit.tenant() and change_id = $1 and holder_id = $2
         and status <> 'draft' returning id, principal_id as "ownerId"`,
      [changeId, toId, today()],
    );
    if (!one) return;
    await setOwner(all, animalIds, one.ownerId, placementSource(one.id));
    await arrivePlaced(all, one.id, animalIds, today());
    await setRelation(all, { fromId: one.ownerId, toId, kind: 'entrustedTo', on: true, day: today() });
  });
}

/** Auto: nothing open, every paper settled. */
export const closeIfDone = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update farm.placement p set status = 'closed', version = version + 1, updated_at = now()
     where p.id = $1 and p.status in ('active', 'closing')
       and not exists (select 1 from farm.placement_animal a where a.parent_id = p.id and a.is_open)
       and not exists (select 1 from farm.recovery r where r.placement_id = p.id and r.status <> 'settled')`,
    [id],
  );

/** Contracts of a unit that became another go on with that one. */
const reassignKeeper = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update farm.placement set holder_id = case when holder_id = $1 then $2 else holder_id end,
       principal_id = case when principal_id = $1 then $2 else principal_id end
     where tenant_no = kit.tenant() and (holder_id = $1 or principal_id = $1)`,
    [from, to],
  );

export function registerPlacementHooks(): void {
  onHandover.register(tradeSource, async (tx, { changeId, purpose, animalIds, toId }) => {
    if (purpose === 'entrust') await accepted(tx, changeId, animalIds, toId);
  });
  onExit.register(tradeSource, async (tx, { animalIds, kind, happenedOn }) => {
    const gone = await markGone(tx, animalIds, kind, happenedOn);
    await dropHolds(tx, animalIds);
    if (gone.length === 0 || kind === 'slaughter') return;
    await inTenant(tx, tx.scope.tenantNo, 'farm.tellOwner', async (all) => {
      for (const one of gone) {
        const users = await all.query<{ id: number }>(
          'select id from platform.user_view where tenant_no = kit.tenant() and principal_id = $1',
          [one.ownerId],
        );
        await notify(all, {
          userIds: users.map((user) => user.id),
          type: 'warning',
          title: { key: `farm.tradeNotice.placed_${kind}`, args: { tag: one.earTag } },
          content: { key: 'farm.tradeNotice.placedText', args: { tag: one.earTag, docNo: one.docNo } },
          linkPath: `/anm/stocked/placement?id=${one.placementId}`,
          farmId: one.ownerId,
          animalNumber: one.earTag,
        });
      }
    });
  });
  onPrincipalMerged.register(tradeSource, (tx, { loserId, survivorId }) =>
    inTenant(tx, tx.scope.tenantNo, 'farm.merge', async (all) => {
      await reassignKeeper(all, loserId, survivorId);
      await reassignSeller(all, loserId, survivorId);
      await reassignUnit(all, loserId, survivorId);
    }),
  );
  onRestored.register(tradeSource, async (tx, { animalIds }) => {
    for (const one of await markBack(tx, animalIds))
      await inTenant(tx, tx.scope.tenantNo, 'farm.placedBack', (all) =>
        restoreHold(all, {
          principalId: one.ownerId,
          kind: 'placement',
          docId: one.placementId,
          docNo: one.docNo,
          animalIds: [one.animalId],
        }),
      );
  });
}

async function agree(call: Call<typeof agreeExtension>) {
  const one = await lockPlacement(call.tx, call.body.id);
  farmOf(call, one.holderId);
  if (one.version !== call.body.version) throw staleVersion();
  if (!one.askedToOn || one.status !== 'active') throw refusal('nothingAsked', 'farm.tradeRefusal.nothingAsked');
  const [row] = await call.tx.query<{ version: number }>(
    `update farm.placement set to_on = asked_to_on, asked_to_on = null, version = version + 1, updated_by = $2,
       updated_at = now() where id = $1 returning version`,
    [one.id, call.actor.userId],
  );
  call.answer.msg = call.say('ok.done');
  return { toOn: one.askedToOn, version: row?.version ?? 0 };
}

const count = (outcome: string) =>
  `(select count(*)::int from farm.placement_animal a where a.parent_id = t.id${outcome})`;

export const placementRoutes = (): Route[] => [
  serve('farm', agreeExtension, agree),
  ...serveResource(placement)({
    expressions: {
      ownerName: 'registry.principal_name(t.principal_id)',
      holderName: 'registry.principal_name(t.holder_id)',
      head: count(''),
      active: count(" and a.outcome = 'active' and t.status <> 'draft'"),
      dead: count(" and a.outcome = 'dead'"),
      missing: count(" and a.outcome = 'missing'"),
      days: 'greatest(0, least(current_date, t.to_on) - t.from_on)',
      advanced: "(select coalesce(sum((x ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(t.advances) x)",
    },
    before: {
      add: async (call, values) => {
        const principalId = farmOf(call, values.principalId);
        await checkForm(call, values, principalId);
        return { principalId, docNo: await docNo(call.tx, 'FP') };
      },
      edit: async (call, values, row) => {
        await checkForm(call, values, farmOf(call, row.principalId));
        return undefined;
      },
      remove: async (call, row) => {
        farmOf(call, row.principalId);
        if (row.status !== 'draft') throw refusal('settled', 'farm.tradeRefusal.settled');
      },
      transition: async (call, move, row) => {
        farmOf(call, row.principalId);
        if (move.name === 'sign') await sign(call, row.id);
        if (move.name === 'extend' && String(move.form?.askedToOn ?? '') <= row.toOn)
          throw invalid([{ field: 'askedToOn', key: 'farm.tradeRefusal.dateOrder' }]);
        if (move.name === 'advance') {
          const { on, text, amount } = move.form as { on: string; text: string; amount: number };
          await call.tx.query('update farm.placement set advances = advances || $2::jsonb where id = $1', [
            row.id,
            JSON.stringify([{ on, text, amount }]),
          ]);
        }
        return move.name === 'stop' ? { stopReason: move.remark } : undefined;
      },
    },
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(Number(row.principalId)),
  }),
];
