import { notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { omitLines, signParty } from '#modules/insurance/contract/enrolment/list-building.ts';
import { enrolExtract } from '#modules/registry/server/index.ts';
import { versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { judge } from './eligibility.ts';
import { finishCheck } from './finish-check.ts';
import { saveAccount } from './ins-account.ts';
import { type List, listOf } from './ins-enrolment.moves.ts';
import { dropLines, restoreLines } from './ins-enrolment-line.ts';
import { setSigned } from './ins-enrolment-party.ts';
import { retotal } from './retotal.ts';

interface Party {
  readonly id: number;
  readonly version: number;
  readonly enrolmentId: number;
  readonly principalId: number;
  readonly insurerId: number;
  readonly regionCode: number;
  readonly holderName: string;
  readonly status: string;
  readonly head: number;
}
const partyOf = async (tx: Tx, id: number): Promise<Party> => {
  const [row] = await tx.query<Party>(
    `select id, version, enrolment_id as "enrolmentId", principal_id as "principalId", insurer_id as "insurerId",
       region_code as "regionCode", holder_name as "holderName", status, head
     from insurance.ins_enrolment_party where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
};

/** R16: what the holder could insure and neither listed nor left out for a reason. */
async function leftOut(tx: Tx, list: List, party: Party): Promise<number> {
  const version = await versionOf(tx, list.versionId);
  if (!version.mustInsureAll) return 0;
  const lines = await tx.query<{ animalId: number; isKept: boolean }>(
    `select animal_id as "animalId", status <> 'dropped' or drop_reason is not null as "isKept"
     from insurance.ins_enrolment_line where tenant_no = kit.tenant() and party_id = $1`,
    [party.id],
  );
  const told = new Map(lines.map((one) => [one.animalId, one.isKept]));
  const herd = await enrolExtract(tx, {
    ground: `insurance.insArea:${list.areaId}`,
    principalIds: [party.principalId],
    day: today(),
  });
  const judged = await judge(
    tx,
    herd.filter((one) => one.principalId === party.principalId && told.get(one.animalId) !== true),
    {
      version,
      insurerId: list.insurerId,
      coverFrom: list.coverFrom,
      coverTo: list.coverTo,
      renewBeforeDays: await numberOf(tx, 'enrol.renewBeforeDays', list.regionCode, list.insurerId),
      exceptId: list.id,
    },
  );
  return judged.filter((one) => one.why.length === 0).length;
}

/** R18: an account in another's name is taken only from a holder somebody looked at and accepted. */
async function accountFits(tx: Tx, party: Party, name: string): Promise<boolean> {
  return inTenant(tx, tx.scope.tenantNo, 'insurance.account', async (sys) => {
    const [holder] = await sys.query<{ fits: boolean }>(
      'select $2 in (name, contact_name) as fits from insurance.holder_seen where id = $1',
      [party.principalId, name],
    );
    if (holder?.fits || name === party.holderName) return true;
    const [accepted] = await sys.query(
      `select 1 from insurance.ins_collation where tenant_no = kit.tenant() and principal_id = $1 and insurer_id = $2
         and result = 'accepted'`,
      [party.principalId, party.insurerId],
    );
    return accepted !== undefined;
  });
}

/** R17: the holder, its family with the relation named, or anybody with a proxy; never who gathers signatures. */
async function signerMay(tx: Tx, list: List, party: Party, body: Call<typeof signParty>['body'], me: string) {
  if (body.signerName === party.holderName || body.proxyFile) return;
  const [holder] = await inTenant(tx, tx.scope.tenantNo, 'insurance.signer', (sys) =>
    sys.query<{ contact: string; helper: string | null }>(
      `select h.contact_name as contact, (select s.name from insurance.staff_seen s where s.id = $2) as helper
       from insurance.holder_seen h where h.id = $1`,
      [party.principalId, list.coordinatorId ?? 0],
    ),
  );
  if (body.signerName === holder?.contact) return;
  const gathers = [me, holder?.helper, list.organiserName].includes(body.signerName);
  if (gathers || !body.relation) throw refuse('notTheHolder');
}

async function sign(call: Call<typeof signParty>) {
  const { body, tx } = call;
  const party = await partyOf(tx, body.partyId);
  if (party.version !== body.version) throw staleVersion();
  const list = await listOf(tx, party.enrolmentId);
  if (!['signing', 'checking', 'publicity'].includes(list.status) || !['listed', 'signed'].includes(party.status))
    throw wrongState(party.status, 'insurance.sign.title');
  if (party.head === 0) throw refuse('nothingEligible');
  await signerMay(tx, list, party, body, call.actor.nickname);
  const left = await leftOut(tx, list, party);
  if (left > 0) throw refuse('notAllInsured', { n: left });
  if (body.account && !(await accountFits(tx, party, body.account.name))) throw refuse('accountName');
  const use = { use: 'insurance.insEnrolmentParty', exceptRef: party.id };
  if ((await photoUsed(tx, [body.signFile], use)).length > 0) throw refuse('signatureUsed');
  const files = [body.signFile, ...(body.proxyFile ? [body.proxyFile] : [])];
  await linkFiles(tx, files, 'insurance.insEnrolmentParty', party.id);
  const of = { kind: 'party', id: party.id, principalId: party.principalId, insurerId: party.insurerId } as const;
  // Whoever gathers signatures is no party to the account: it is stored as the holder's and the insurer's alone.
  const accountMask = body.account
    ? await inTenant(tx, tx.scope.tenantNo, 'insurance.account', (sys) =>
        saveAccount(sys, of, body.account as NonNullable<typeof body.account>),
      )
    : null;
  await setSigned(tx, party.id, {
    mode: body.signMode,
    file: body.signFile,
    signer: body.signerName,
    relation: body.relation ?? null,
    proxy: body.proxyFile ?? null,
    accountMask,
  });
  const [open] = await tx.query<{ n: number }>(
    `select count(*)::int as n from insurance.ins_enrolment_party where tenant_no = kit.tenant() and enrolment_id = $1
       and status = 'listed'`,
    [list.id],
  );
  if (list.status === 'checking') await finishCheck(tx, list.id);
  call.answer.msg = call.say('ok.saved');
  return { status: 'signed', left: open?.n ?? 0 };
}

async function omit(call: Call<typeof omitLines>) {
  const { enrolmentId, lineIds, reason = null, back } = call.body;
  const { tx } = call;
  const list = await listOf(tx, enrolmentId, true);
  if (!['draft', 'signing', 'checking', 'checked'].includes(list.status))
    throw wrongState(list.status, 'insurance.omit.title');
  const own = await tx.query<{ id: number }>(
    `select id from insurance.ins_enrolment_line where tenant_no = kit.tenant() and enrolment_id = $1
       and id = any ($2)`,
    [enrolmentId, lineIds],
  );
  const ids = own.map((one) => one.id);
  const changed = back
    ? await restoreLines(tx, ids, list.status !== 'draft')
    : await dropLines(tx, { lineIds: ids }, reason);
  await retotal(tx, enrolmentId);
  call.answer.msg = call.say('ok.saved');
  return { changed: changed.length };
}

export const signRoutes = (): Route[] => [serve('insurance', signParty, sign), serve('insurance', omitLines, omit)];
