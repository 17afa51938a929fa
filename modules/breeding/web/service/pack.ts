import { call } from '#kit/web/api/client.ts';
import { keep, kept } from '#kit/web/offline/vault.ts';
import { type PreparedService, packService } from '#modules/breeding/contract/record/service.ts';

const name = 'breeding:pack';
interface Pack {
  readonly madeAt: string;
  readonly items: readonly PreparedService[];
}

/** What was taken along: the cows of my villages, each with every straw of my tank judged. */
export async function renewPack(): Promise<number> {
  const pack = await call(packService, { query: { most: '150' } as never, quiet: true });
  await keep(name, pack);
  return pack.items.length;
}
export const readPack = (): Promise<Pack | null> => kept<Pack>(name).catch(() => null);

/** Found on the device, by whole number or last digits. */
export async function findPacked(digits: string): Promise<PreparedService[]> {
  const pack = await readPack();
  return (pack?.items ?? []).filter((one) => one.cow.earTag.endsWith(digits));
}
