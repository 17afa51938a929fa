import { call } from '#kit/web/api/client.ts';
import { isOffline } from '#kit/web/field/network.ts';
import { keep, kept } from '#kit/web/offline/vault.ts';
import { type WearPack, wearPack } from '#modules/sign/contract/wear/wear.ts';

const name = 'sign:wearPack';
const shortPatience = 12_000;

/** Households and own numbers, fresh, or as they were kept. */
export async function packOf(): Promise<WearPack & { readonly isKept: boolean }> {
  try {
    const pack = await call(wearPack, { quiet: true, signal: AbortSignal.timeout(shortPatience) });
    await keep(name, pack);
    return { ...pack, isKept: false };
  } catch (error) {
    if (!isOffline(error)) throw error;
    const last = await kept<WearPack>(name);
    if (!last) throw error;
    return { ...last, isKept: true };
  }
}
