import { refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { stopUsersOf } from '#modules/platform/server/index.ts';
import { patchAnimals } from '../animal/animal.rows.ts';
import { giveFirstPen } from '../enclosure/enclosures.ts';
import { moveHovels } from '../enclosure/hovel.ts';
import { movePens } from '../enclosure/pen.ts';
import { closeGuards, onPrincipalMoved } from '../extension-points.ts';
import { isHolder } from './check.ts';
import { endRelationsOf } from './principal-relation.ts';

/** R7: a corrected place takes the pens and the animals in stock along; what happened stays where it happened. */
export async function carryAlong(call: Call, principalId: number, from: number, to: number): Promise<void> {
  if (from === to) return;
  await inTenant(call.tx, call.actor.tenantNo, 'principal', async (tx) => {
    await moveHovels(tx, principalId, to);
    await movePens(tx, principalId, to);
    const rows = await tx.query<{ id: number }>(
      "select id from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null",
      [principalId],
    );
    await patchAnimals(
      tx,
      rows.map((row) => row.id),
      { regionCode: to },
      call.actor.userId,
    );
    await onPrincipalMoved.tell(tx, { principalId, from, to });
  });
}

/** Who keeps animals has somewhere to keep them. */
export async function settleHolder(call: Call, id: number): Promise<void> {
  const [row] = await call.tx.query<{ type: string; regionCode: number; species: string[]; scale: string | null }>(
    `select principal_unit_type as type, region_code as "regionCode", coalesce(species_kept, '{}') as species, scale from registry.principal
     where id = $1 and status = 'active'`,
    [id],
  );
  if (row && isHolder(row.type)) await giveFirstPen(call, { id, ...row });
}

/** R14: what must be settled first, all of it at once. */
export async function refuseOpen(call: Call, principalId: number): Promise<void> {
  const reasons = await inTenant(call.tx, call.actor.tenantNo, 'principal', async (tx) => {
    const [open] = await tx.query<{ animals: number; changes: number; subordinates: number }>(
      `select (select count(*)::int from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null) as animals,
         (select count(*)::int from registry.animal_change where status = 'submitted' and (principal_id = $1 or to_principal_id = $1)) as changes,
         (select count(*)::int from registry.principal where parent_id = $1 and status in ('active', 'pending', 'suspended')) as subordinates`,
      [principalId],
    );
    const own = Object.entries(open ?? {})
      .filter(([, n]) => n > 0)
      .map(([bizCode, n]) => ({ bizCode, key: `registry.principal.open_${bizCode}`, args: { n } }));
    return [...own, ...(await closeGuards.ask(tx, { principalId }))];
  });
  if (reasons.length === 0) return;
  const said = reasons.map(({ bizCode, key, args }) => ({ bizCode, msg: call.say(key, args) }));
  throw refusal(
    'closeBlocked',
    'registry.principal.closeBlocked',
    { reasons: said.map((one) => one.msg).join(call.say('registry.principal.listSign')) },
    { reasons: said },
  );
}

/** Its people lose their accounts with it, and get them back one by one; whom it worked with, it works with no more. */
export const letGo = (call: Call, principalId: number): Promise<void> =>
  inTenant(call.tx, call.actor.tenantNo, 'principal', async (tx) => {
    await stopUsersOf(tx, principalId);
    await endRelationsOf(tx, principalId, today());
  });
