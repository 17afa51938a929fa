import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { isOffline } from '#kit/web/field/network.ts';
import { keep, kept, keptNames } from '#kit/web/offline/vault.ts';
import { type Prepared, prepareVisit, visitHouseholds } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { type Mode, today } from '../sheet/form.ts';

export type Household = DataOf<typeof visitHouseholds>[number];

interface Kept<T> {
  readonly at: string;
  readonly value: T;
}

const listName = (mode: Mode) => `visit:list:${mode}`;
const herdName = (mode: Mode, principalId: number) => `visit:herd:${mode}:${principalId}`;

const shortPatience = 12_000;

/** The caller's households; without a network those that were kept, searched here. */
export async function householdsOf(mode: Mode, keyword: string): Promise<{ rows: Household[]; at: string | null }> {
  try {
    const rows = await call(visitHouseholds, {
      query: { mode, limit: 500, ...(keyword && { keyword }) },
      quiet: true,
      signal: AbortSignal.timeout(shortPatience),
    });
    if (!keyword) await keep(listName(mode), { at: new Date().toISOString(), value: rows } satisfies Kept<Household[]>);
    return { rows, at: null };
  } catch (error) {
    if (!isOffline(error)) throw error;
    const last = await kept<Kept<Household[]>>(listName(mode));
    if (!last) throw error;
    const isTag = /^\d{4,15}$/.test(keyword);
    const owners = isTag ? await ownersOf(mode, keyword, last.value) : null;
    const rows = last.value.filter((one) => !keyword || one.name.includes(keyword) || owners?.has(one.principalId));
    return { rows, at: last.at };
  }
}

/** Whose animal it is, among the households that were kept. */
async function ownersOf(mode: Mode, digits: string, rows: readonly Household[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const { principalId } of rows) {
    const herd = await kept<Kept<Prepared>>(herdName(mode, principalId));
    if (herd?.value.animals.some((one) => one.earTag.endsWith(digits))) found.add(principalId);
  }
  return found;
}

/** Everything the form needs of a household, fresh, or as it was kept. */
export async function preparedOf(mode: Mode, principalId: number): Promise<{ value: Prepared; at: string | null }> {
  try {
    const value = await call(prepareVisit, {
      query: { principalId, mode },
      quiet: true,
      signal: AbortSignal.timeout(shortPatience),
    });
    await keepHerd(mode, value);
    return { value, at: null };
  } catch (error) {
    if (!isOffline(error)) throw error;
    const last = await kept<Kept<Prepared>>(herdName(mode, principalId));
    if (!last) throw error;
    return last;
  }
}

const keepHerd = (mode: Mode, value: Prepared) =>
  keep(herdName(mode, value.holder.principalId), { at: new Date().toISOString(), value } satisfies Kept<Prepared>);

/** What was recorded without a network is no longer due, as far as this device knows. */
export async function markDone(mode: Mode, value: Prepared): Promise<void> {
  await keepHerd(mode, value);
}

export const keptHerds = async (mode: Mode): Promise<number> => (await keptNames(`visit:herd:${mode}:`)).length;

/** Households with something left are fetched one after the other while there is a network, so that none is missing later. */
export async function fillPack(
  mode: Mode,
  rows: readonly Household[],
  onStep: (done: number, of: number) => void,
  isOver: () => boolean,
): Promise<void> {
  const wanted = rows.filter((one) => one.due > one.done).slice(0, 300);
  for (const [at, { principalId }] of wanted.entries()) {
    if (isOver()) return;
    const last = await kept<Kept<Prepared>>(herdName(mode, principalId));
    if (last?.at.slice(0, 10) !== today()) {
      try {
        await keepHerd(mode, await call(prepareVisit, { query: { principalId, mode }, quiet: true, background: true }));
      } catch (error) {
        if (isOffline(error)) return;
      }
    }
    onStep(at + 1, wanted.length);
  }
}
