import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { moveUsersOf } from '#modules/platform/server/index.ts';
import { patchAnimals } from '../animal/animal.rows.ts';
import { isHerd } from '../animal/entry/register-animals.ts';
import { reassignConsents } from '../animal/stake/animal-consent.ts';
import { reassignParties } from '../animal/stake/animal-party.ts';
import { reassignHerdCounts } from '../animal/stock/herd-count.ts';
import { bookStock, type StockMove } from '../animal/stock/holder-stock-day.ts';
import { reassignChanges } from '../change/animal-change.ts';
import { reassignHovels } from '../enclosure/hovel.ts';
import { reassignPens } from '../enclosure/pen.ts';
import { onPrincipalMerged } from '../extension-points.ts';
import { reassignNaming } from '../people/person.ts';
import { reassignStaff } from '../people/staff.ts';
import { reassignGrants } from '../people/sub-admin.ts';
import { reassignProfile } from '../principal/enterprise/enterprise-profile.ts';
import { absorbPrincipal } from '../principal/principal.merge.ts';
import { reassignPapers } from '../principal/principal-document.ts';
import { reassignRelations } from '../principal/principal-relation.ts';
import { reassignServices } from '../service/service-info.ts';
import { reassignTools } from '../service/tool-info.ts';
import type { Merge, Moved } from './merge.ts';

/** R63: what lives goes to the survivor, through the one hand that writes each table; what is closed stays as it was written. */
export async function mergePrincipals(tx: Tx, { survivorId, loserId, choices, actor }: Merge): Promise<Moved> {
  const [survivor] = await tx.query<{ regionCode: number; type: string }>(
    'select region_code as "regionCode", principal_unit_type as type from registry.principal where id = $1',
    [survivorId],
  );
  if (!survivor) throw new Error(`principal ${survivorId} is gone`);
  const { regionCode } = survivor;
  const day = today();
  const hovels = await reassignHovels(tx, loserId, survivorId, regionCode);
  const pens = await reassignPens(tx, loserId, survivorId, regionCode);
  const animals = await reassignAnimals(tx, { from: loserId, to: survivorId, ...survivor, day, actor });
  const moved = {
    animals,
    hovels,
    pens,
    staff: await reassignStaff(tx, 'unit', { from: loserId, to: survivorId, regionCode, day }),
    relations: await reassignRelations(tx, loserId, survivorId, day),
    papers: await reassignPapers(tx, loserId, survivorId, regionCode),
    services: await reassignServices(tx, loserId, survivorId, regionCode),
    tools: await reassignTools(tx, loserId, survivorId, regionCode),
    changes: await reassignChanges(tx, loserId, survivorId),
    herdCounts: await reassignHerdCounts(tx, loserId, survivorId, regionCode),
    users: await moveUsersOf(tx, loserId, survivorId),
  };
  await reassignParties(tx, loserId, survivorId);
  await reassignConsents(tx, loserId, survivorId);
  await reassignNaming(tx, loserId, survivorId);
  await reassignProfile(tx, loserId, survivorId);
  await reassignGrants(tx, loserId, survivorId);
  const subordinates = await absorbPrincipal(tx, { survivorId, loserId, choices }, actor);
  await onPrincipalMerged.tell(tx, { loserId, survivorId });
  return { ...moved, subordinates };
}

interface Passing {
  readonly from: number;
  readonly to: number;
  readonly regionCode: number;
  readonly type: string;
  readonly day: string;
  readonly actor: number | null;
}

/** Animals in stock change their holder without a journey; both books say so, so that each closes on what stands in it. */
async function reassignAnimals(tx: Tx, { from, to, regionCode, type, day, actor }: Passing): Promise<number> {
  const rows = await tx.query<{ id: number; species: string; stage: string; inHerd: boolean; region: number }>(
    `select id, species, stage, in_herd as "inHerd", region_code as region from registry.animal
     where principal_id = $1 and status = 'inStock' and voided_at is null order by id for update`,
    [from],
  );
  const inHerd = isHerd(type);
  await patchAnimals(
    tx,
    rows.map((row) => row.id),
    { principalId: to, regionCode, inHerd },
    actor,
  );
  const owned = await tx.query<{ id: number }>(
    "select id from registry.animal where owner_id = $1 and status = 'inStock' and voided_at is null order by id for update",
    [from],
  );
  await patchAnimals(
    tx,
    owned.map((row) => row.id),
    { ownerId: to },
    actor,
  );
  await bookStock(
    tx,
    rows.flatMap(({ species, stage, inHerd: was, region }): StockMove[] => [
      { principalId: from, regionCode: region, inHerd: was, species, stage, day, column: 'transferOut', n: 1 },
      { principalId: to, regionCode, inHerd, species, stage, day, column: 'transferIn', n: 1 },
    ]),
  );
  return rows.length;
}
