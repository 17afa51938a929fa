import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import type { QuotaItem } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { notify } from '../notice/notify.ts';
import { holdersOf } from './holders.ts';

/** How many there are; where counting all takes long, also how many came since a moment. */
interface Counter {
  readonly all: (tx: Tx) => Promise<number>;
  readonly since?: (tx: Tx, moment: Date) => Promise<number>;
}

const bytes = async (tx: Tx, since: Date | null) =>
  Number((await tx.query<{ n: number }>('select platform.file_bytes($1) as n', [since]))[0]?.n ?? 0);

/** Counts of what other modules keep are theirs to make; without a counter there is none of it. */
const counters = new Map<QuotaItem, Counter>([
  [
    'users',
    {
      all: async (tx) =>
        (
          await tx.query<{ n: number }>("select count(*)::int as n from platform.sys_user where status <> 'cancelled'")
        )[0]?.n ?? 0,
    },
  ],
  ['storage', { all: (tx) => bytes(tx, null), since: bytes }],
]);

/** A module says how many animals, organisations … the transaction's tenant has. */
export function registerCounter(item: QuotaItem, counter: Counter): void {
  counters.set(item, counter);
}

export const usedOf = async (tx: Tx, item: QuotaItem): Promise<number> =>
  Number((await counters.get(item)?.all(tx)) ?? 0);

/** Full counts of what is long to count, by tenant and item. */
const lastCounts = new Map<string, { readonly n: number; readonly at: number }>();
onForget(() => lastCounts.clear());
const countAgainAfter = 86_400_000;
/** A transaction that began before a count may end after it; to count its rows twice is the harmless side. */
const overlap = 5 * 60_000;

async function countAll(tx: Tx, item: QuotaItem): Promise<number> {
  const at = Date.now();
  const n = await usedOf(tx, item);
  if (counters.get(item)?.since) lastCounts.set(`${tx.scope.tenantNo} ${item}`, { n, at });
  return n;
}

/** Millions are not counted for each new one: those of the last count and what came since, never too few. */
async function usedAtMost(tx: Tx, item: QuotaItem): Promise<number> {
  const last = lastCounts.get(`${tx.scope.tenantNo} ${item}`);
  const since = counters.get(item)?.since;
  if (!since || !last || hasPassed(last.at, countAgainAfter)) return countAll(tx, item);
  return last.n + Number(await since(tx, new Date(last.at - overlap)));
}

const limitSql: Record<QuotaItem, string> = {
  users: 'max_users',
  principals: 'max_principals',
  animals: 'max_animals',
  storage: 'storage_gb::bigint * 1073741824',
};

export async function limitOf(tx: Tx, item: QuotaItem): Promise<number | null> {
  const [row] = await tx.query<{ n: number }>(
    `select ${limitSql[item]} as n from platform.sys_tenant where tenant_no = $1 and tenant_no <> 0`,
    [tx.scope.tenantNo],
  );
  return row ? Number(row.n) : null;
}

/** Counted once in a transaction: an import of many rows adds to it by itself. */
const counted = new WeakMap<object, Map<string, number>>();

const shown = (item: QuotaItem, n: number): number | string =>
  item === 'storage' ? `${Math.round((n / 2 ** 30) * 100) / 100} GB` : n;

/**
 * R96: called before something is added, in its transaction. Above the limit it is refused (M35); crossing nine tenths tells the
 * tenant's administrator.
 *
 * @example
 * await refuseOverQuota(call.tx, 'animals', rows.length);
 */
export async function refuseOverQuota(tx: Tx, item: QuotaItem, adding = 1): Promise<void> {
  const limit = await limitOf(tx, item);
  if (limit === null) return;
  const known = counted.get(tx.query) ?? new Map<string, number>();
  counted.set(tx.query, known);
  const key = `${tx.scope.tenantNo} ${item}`;
  let used = known.get(key) ?? (await usedAtMost(tx, item));
  // What left since the last count makes room.
  if (used + adding > limit) used = await countAll(tx, item);
  if (used + adding > limit)
    throw refusal('quota', 'error.quota', {
      item: `@platform.quota.${item}`,
      limit: shown(item, limit),
      used: shown(item, used),
    });
  known.set(key, used + adding);
  const mark = limit * 0.9;
  if (used >= mark || used + adding < mark) return;
  await notify(tx, {
    userIds: await holdersOf(tx, ['tenant_admin']),
    type: 'system',
    level: 'important',
    title: { key: `platform.quota.near_${item}`, args: { percent: Math.floor((100 * (used + adding)) / limit) } },
    content: {
      key: 'platform.quota.nearText',
      args: { used: shown(item, used + adding), limit: shown(item, limit) },
    },
    linkPath: '/tenant/tenantPrincipal',
  });
}
