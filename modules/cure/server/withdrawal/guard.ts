import type { Database, Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import {
  type Block,
  exitGuards,
  handoverGuards,
  isSale,
  onEntry,
  onHandover,
  onPrincipalMerged,
  onTagReplaced,
} from '#modules/registry/server/index.ts';
import { reassignConsults } from '../consult/consult.ts';
import { reassignFollowUps } from '../consult/follow-up.ts';
import { reassignFilings } from '../people/practitioner.ts';
import { reassignSheets } from '../prescription/prescription.ts';
import { settingsFor } from '../setting/settings.ts';
import { blockNewcomers, followAnimal, followHolder, reassignBlocks, withdrawalUntil } from './animal-withdrawal.ts';
import { noteBlocks } from './withdrawal-block.ts';

export interface SaleAsk {
  readonly act: string;
  readonly purpose?: string | null | undefined;
  /** The day it happens; a day that is past does not open a door that is shut now. */
  readonly on?: string | undefined;
}

/** R63: what an animal under withdrawal may not do. Asked by the registry before and when a change takes effect, and by whoever certifies. */
export async function saleGuard(tx: Tx, animalIds: readonly number[], ask: SaleAsk): Promise<Block[]> {
  if (ask.act === 'handover' && !isSale(ask.purpose)) return [];
  const on = [ask.on ?? today(), today()].sort()[0] as string;
  const blocked = await countingHere(tx, await withdrawalUntil(tx, animalIds, on), ask);
  return blocked.map((one) => ({
    animalId: one.animalId,
    bizCode: 'withdrawal',
    key: one.byGroup ? 'cure.refusal.withdrawalGroup' : 'cure.refusal.withdrawal',
    args: { tag: one.earTag, date: one.until, medicine: one.medicines },
    wayOut: 'cure.refusal.withdrawalWayOut',
    evidence: { path: `/cure/withdrawal?keyword=${one.earTag}`, permission: 'cure:withdrawal:list' },
    neutral: 'cure.refusal.withdrawalPlain',
  }));
}

/** An act by which an animal is eaten, whoever takes it away. */
const isForSlaughter = ({ act, purpose }: SaleAsk) =>
  ['slaughter', 'homeSlaughter', 'cull'].includes(act) || purpose === 'slaughter';

/** R63: where a county refuses only what is for slaughter, animals that stand there may be sold on, and the day goes with them. */
async function countingHere<B extends { animalId: number }>(
  tx: Tx,
  blocked: readonly B[],
  ask: SaleAsk,
): Promise<readonly B[]> {
  if (blocked.length === 0 || isForSlaughter(ask)) return blocked;
  return inTenant(tx, tx.scope.tenantNo, 'withdrawalScope', async (all) => {
    const rows = await all.query<{ id: number; county: number }>(
      'select id, (region_code / 1000000) * 1000000 as county from cure.animal_seen where id = any ($1)',
      [blocked.map((one) => one.animalId)],
    );
    const counties = new Map(rows.map((row) => [row.id, row.county]));
    const strict = new Map<number, boolean>();
    for (const county of new Set(counties.values()))
      strict.set(county, (await settingsFor(all, county)).withdrawalScope === 'allSale');
    return blocked.filter((one) => strict.get(counties.get(one.animalId) ?? 0) !== false);
  });
}

/** Ways of a carcass by which nobody eats of it. */
const harmless = new Set(['plant', 'deepBurial', 'incineration']);

const dayOf = (facts: Readonly<Record<string, unknown>>): string | undefined =>
  typeof facts.happenedOn === 'string' ? facts.happenedOn : undefined;

/** Asked in the act's transaction, after its animals are locked: a dose and a sale of the same animal wait for each other. */
export function registerGuards(database: Database): void {
  const keep = (act: string, answers: readonly Block[], tenantNo: number, userId: number | null) =>
    database.transaction(systemScope(tenantNo, 'withdrawalBlock'), (tx) =>
      noteBlocks(
        tx,
        act,
        answers.map(({ animalId, args }) => ({ animalId, until: String(args?.date) })),
        userId,
      ).then(() => {}),
    );
  exitGuards.register('cure', {
    ask: async (tx, { kind, purpose, animalIds, facts }) =>
      kind === 'cull' && harmless.has(String(facts.disposalWay))
        ? []
        : saleGuard(tx, animalIds, { act: kind, purpose, on: dayOf(facts) }),
    refused: (scope, { kind }, answers) => keep(kind, answers, scope.tenantNo, scope.userId),
  });
  handoverGuards.register('cure', {
    ask: async (tx, { purpose, fromId, toId, animalIds, facts }) =>
      fromId === toId ? [] : saleGuard(tx, animalIds, { act: 'handover', purpose, on: dayOf(facts) }),
    refused: (scope, _ask, answers) => keep('handover', answers, scope.tenantNo, scope.userId),
  });
  onHandover.register('cure', async (tx, { animalIds, toId }) => {
    await followHolder(tx, animalIds, toId);
  });
  onEntry.register('cure', async (tx, { entryKind, principalId, animalIds }) => {
    // Bought ones stood elsewhere when the group was treated.
    if (['born', 'backlog'].includes(entryKind)) await blockNewcomers(tx, principalId, animalIds);
  });
  onTagReplaced.register('cure', async (tx, { animalId, tagKind, newTag, mergedFromId }) => {
    if (tagKind === 'ear') await followAnimal(tx, mergedFromId ?? animalId, animalId, newTag);
  });
  onPrincipalMerged.register('cure', async (tx, { loserId, survivorId }) => {
    await inTenant(tx, tx.scope.tenantNo, 'merge', async (all) => {
      await reassignBlocks(all, loserId, survivorId);
      await reassignSheets(all, loserId, survivorId);
      await reassignConsults(all, loserId, survivorId);
      await reassignFollowUps(all, loserId, survivorId);
      await reassignFilings(all, loserId, survivorId);
    });
  });
}
