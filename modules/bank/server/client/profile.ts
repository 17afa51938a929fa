import { notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { clientProfile } from '#modules/bank/contract/client/client.ts';
import { seenShare } from '#modules/device/server/index.ts';
import { insuredHead } from '#modules/insurance/server/index.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';
import { enrolExtract, holderProfile } from '#modules/registry/server/index.ts';
import { asBank } from '../credit/line.ts';
import { refuse } from '../refusals.ts';
import { clientRow } from './bank-client.write.ts';
import { type ConsentScope, consentOf } from './consent.ts';

/** Diseases whose protection a lender asks for, by the species that get them. */
const diseases = ['fmd', 'brucellosis', 'ppr', 'lsd'] as const;

/**
 * R2: what a bank sees of a client before any pledge, each part only as far as the consent goes: sums, no animal.
 * Who looked is on record.
 */
export async function profile(call: Call<typeof clientProfile>) {
  const client = await clientRow(call.tx, call.params.id);
  if (!client) throw notFound();
  const consent = await consentOf(call.tx, client.bankId, client.principalId);
  if (!consent || !client.consentTo) throw refuse('noConsent');
  const { scopes } = consent;
  await audit(call.tx, call, {
    module: 'bank',
    entity: 'bankClient',
    entityId: client.id,
    entityName: client.clientName,
    action: 'view',
  });
  const read = await asBank(call.tx, (sys) => readParts(sys, client.principalId, `bank.consent:${client.id}`, scopes));
  return { scopes: [...scopes], consentTo: client.consentTo, ...read };
}

async function readParts(sys: Tx, principalId: number, ground: string, scopes: readonly ConsentScope[]) {
  const may = (scope: ConsentScope) => scopes.includes(scope);
  const needsHerd = may('immunity') || may('device');
  const herd = needsHerd ? await enrolExtract(sys, { ground, principalIds: [principalId], day: today() }) : [];
  const ids = herd.map((one) => one.animalId);
  const stock = may('stock')
    ? await holderProfile(sys, { ground, principalId, months: 24 })
    : { months: [], weights: [] };
  return {
    months: stock.months.map(({ transferIn: _in, transferOut: _out, ...month }) => month),
    stock: stock.weights.map((one) => ({ ...one, insured: may('insurance') ? one.insured : 0 })),
    immunity: may('immunity') ? await immunityParts(sys, ids) : null,
    insuredHead: may('insurance') ? await insuredHead(sys, { principalId }, today()) : null,
    papers: may('register') ? await papersOf(sys, principalId) : null,
    seenShare: may('device') && ids.length > 0 ? await seenShare(sys, ids, 24) : null,
    peers: may('stock') ? await peersOf(sys, principalId) : null,
  };
}

async function immunityParts(sys: Tx, ids: readonly number[]) {
  const found = ids.length > 0 ? await immunityOf(sys, ids, diseases, today()) : [];
  return [...Map.groupBy(found, (one) => one.diseaseCode)].map(([disease, own]) => ({
    disease,
    head: own.length,
    protectedHead: own.filter((one) => one.protected).length,
  }));
}

const papersOf = (sys: Tx, principalId: number) =>
  sys.query<{ kind: string; validTo: string | null }>(
    `select kind, to_char(max(valid_to), 'YYYY-MM-DD') as "validTo" from bank.client_paper
     where tenant_no = kit.tenant() and principal_id = $1 and status = 'valid' group by kind order by kind`,
    [principalId],
  );

/** The holders of its township with the same species: how many and how much stock, never fewer than three. */
async function peersOf(sys: Tx, principalId: number): Promise<{ holders: number; head: number } | null> {
  const [place] = await sys.query<{ regionCode: number; species: string[] }>(
    `select min(a.region_code) as "regionCode", array_agg(distinct a.species) as species from bank.value_animal a
     where a.tenant_no = kit.tenant() and a.principal_id = $1 and a.status = 'inStock'`,
    [principalId],
  );
  if (!place?.regionCode) return null;
  const [lo, hi] = rangeOf(Math.floor(place.regionCode / 1000) * 1000);
  const [row] = await sys.query<{ holders: number; head: number }>(
    `select count(distinct a.principal_id)::int as holders, count(*)::int as head from bank.value_animal a
     where a.tenant_no = kit.tenant() and a.region_code >= $1 and a.region_code < $2 and a.species = any ($3)
       and a.status = 'inStock' and a.principal_id <> $4`,
    [lo, hi, place.species, principalId],
  );
  return row && row.holders >= 3 ? row : null;
}
