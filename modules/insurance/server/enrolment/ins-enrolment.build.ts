import { notFound, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { clerkOf } from '../setting/ins-clerk.ts';
import { type Candidates, candidatesFor, type ListAsk, mustHave, partsOf, reasonsOf, refusedOf } from './build.ts';
import type { Judged } from './eligibility.ts';
import { insertLines, removeLines } from './ins-enrolment-line.ts';
import { insertParties, removeParties } from './ins-enrolment-party.ts';
import { retotal } from './retotal.ts';

export interface BuiltList {
  readonly id: number;
  readonly docNo: string;
  readonly head: number;
}

/** The village's committee organises a list; one of a single holder organises itself. */
const organiserOf = (tx: Tx, ask: ListAsk, eligible: readonly Judged[]) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.organiser', async (sys) => {
    const first = eligible[0]?.row;
    if (ask.kind === 'individual' && first) return { id: first.principalId, name: first.holderName };
    const [committee] = await sys.query<{ id: number; name: string }>(
      `select id, name from insurance.holder_seen where tenant_no = kit.tenant() and status = 'active'
         and region_code = $1 and type in ('authority', 'cooperative') order by type = 'authority' desc, level desc, id
       limit 1`,
      [ask.regionCode],
    );
    if (committee) return committee;
    const [village] = await sys.query<{ id: number; name: string }>(
      `select id, name from insurance.holder_seen where id = $1`,
      [first?.principalId ?? 0],
    );
    return village ?? { id: first?.principalId ?? 0, name: '' };
  });

async function insertOne(tx: Tx, ask: ListAsk, found: Candidates): Promise<{ id: number; docNo: string }> {
  const { area, version, judged, eligible, coverTo } = found;
  const organiser = await organiserOf(tx, ask, eligible);
  const clerk = await clerkOf(tx, tx.scope.userId);
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into insurance.ins_enrolment (tenant_no, region_code, doc_no, kind, organiser_id, organiser_name,
       insurer_id, area_id, version_id, product_id, cover_code, months, cover_from, cover_to, clerk_id, clerk_user_id,
       coordinator_id, renewal_of_id, refused, refused_head, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('IE'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       $18, $14, $14) returning id, doc_no as "docNo"`,
    [
      ask.regionCode,
      ask.kind,
      organiser.id,
      organiser.name,
      area.insurerId,
      area.id,
      version.id,
      version.productId,
      version.coverCode,
      ask.months,
      ask.coverFrom,
      coverTo,
      clerk?.id ?? null,
      tx.scope.userId,
      ask.coordinatorId ?? null,
      ask.renewalOfId ?? null,
      JSON.stringify({ animals: refusedOf(judged), reasons: reasonsOf(judged) }),
      judged.length - eligible.length,
    ],
  );
  if (!row) throw notFound();
  return row;
}

/** A draft built anew: its day, term and animals are the new ones, its number stays. */
async function renewOne(tx: Tx, id: number, ask: ListAsk, found: Candidates): Promise<{ id: number; docNo: string }> {
  const [was] = await tx.query<{ status: string; docNo: string }>(
    'select status, doc_no as "docNo" from insurance.ins_enrolment where id = $1 for update',
    [id],
  );
  if (!was) throw notFound();
  if (was.status !== 'draft') throw wrongState(was.status, 'insurance.build.title');
  await removeLines(tx, id);
  await removeParties(tx, id);
  await tx.query(
    `update insurance.ins_enrolment set version_id = $2, product_id = $3, cover_code = $4, months = $5, cover_from = $6,
       cover_to = $7, coordinator_id = $8, refused = $9, refused_head = $10, area_id = $11, version = version + 1,
       updated_at = now(), updated_by = $12 where id = $1`,
    [
      id,
      found.version.id,
      found.version.productId,
      found.version.coverCode,
      ask.months,
      ask.coverFrom,
      found.coverTo,
      ask.coordinatorId ?? null,
      JSON.stringify({ animals: refusedOf(found.judged), reasons: reasonsOf(found.judged) }),
      found.judged.length - found.eligible.length,
      found.area.id,
      tx.scope.userId,
    ],
  );
  return { id, docNo: was.docNo };
}

async function fill(tx: Tx, enrolmentId: number, ask: ListAsk, found: Candidates, animals: readonly Judged[]) {
  const { area, version } = found;
  const holders = [...Map.groupBy(animals, (one) => one.row.principalId).values()].map((own) => own[0] as Judged);
  const partyOf = await insertParties(
    tx,
    { enrolmentId, insurerId: area.insurerId },
    holders.map(({ row }) => ({
      principalId: row.principalId,
      regionCode: row.regionCode,
      holderName: row.holderName,
      phone: row.holderPhone,
    })),
  );
  await insertLines(tx, { enrolmentId, insurerId: area.insurerId, version, months: ask.months, partyOf, animals });
  await retotal(tx, enrolmentId);
}

/** The list, or as many as its animals need; all of them or none. */
export async function buildLists(tx: Tx, ask: ListAsk, found?: Candidates): Promise<BuiltList[]> {
  const all = found ?? (await candidatesFor(tx, ask));
  mustHave(all.eligible);
  const built: BuiltList[] = [];
  for (const [at, animals] of partsOf(all.eligible).entries()) {
    const part = at === 0 ? all : { ...all, judged: animals, eligible: animals };
    const list =
      at === 0 && ask.enrolmentId ? await renewOne(tx, ask.enrolmentId, ask, part) : await insertOne(tx, ask, part);
    await fill(tx, list.id, ask, all, animals);
    built.push({ ...list, head: animals.length });
  }
  return built;
}
