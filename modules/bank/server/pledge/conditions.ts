import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { type Condition, pledgeConditions } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { seenShare } from '#modules/device/server/index.ts';
import { lineOf } from '../credit/kernel.ts';
import { productOf } from '../product/valuation.ts';
import { coverOfItems } from '../watch/kernel.ts';
import { inBank, within } from './kernel.ts';
import type { PledgeRow } from './pledge.row.ts';
import { pledgeRow } from './pledge.row.ts';
import { itemsOf, setItemCovers } from './pledge-item.ts';

type Say = (key: string, args?: Record<string, string | number>) => string;
interface Site {
  readonly fenceId: number | null;
  readonly fenceOn: boolean;
  readonly channels: number;
  readonly hasBoard: boolean;
}
const siteOf = async (sys: Tx, siteId: number): Promise<Site> => {
  const [row] = await sys.query<Site>(
    `select s.fence_id as "fenceId", coalesce((select f.status = 'active' from bank.pledge_fence_seen f
         where f.tenant_no = s.tenant_no and f.id = s.fence_id), false) as "fenceOn",
       (select count(*)::int from bank.pledge_channel_seen c where c.tenant_no = s.tenant_no
         and c.id = any (s.channel_ids) and c.is_playing) as channels,
       coalesce(cardinality(s.board_photo), 0) > 0 as "hasBoard"
     from bank.pledge_site s where s.tenant_no = kit.tenant() and s.id = $1`,
    [siteId],
  );
  return row as Site;
};

/** R21: each condition as it stands at this moment, with the way to what would make it green. */
export async function judgeConditions(tx: Tx, head: PledgeRow, say: Say): Promise<Condition[]> {
  return inBank(tx, async (sys) => {
    const line = await lineOf(sys, head.creditLineId);
    if (!line) return [];
    const product = await productOf(sys, line.productId, line.productVersion);
    const items = await itemsOf(sys, { pledgeId: head.id }, ['reserved', 'pledged', 'releasing', 'missing']);
    const animalIds = items.map((one) => one.animalId);
    const site = await siteOf(sys, head.siteId);
    const found: Condition[] = [];
    const judge = (code: string, ok: boolean, fixPath: string | null, args = {}, tags: string[] = []) =>
      found.push({ code, ok, words: say(`bank.condition.${code}${ok ? '' : 'Red'}`, args), fixPath, tags });

    judge('registered', head.registryNo !== null, `/bank/pledge/detail?id=${head.id}`);
    if (product.insuranceNeeded) {
      const covers = await coverOfItems(sys, animalIds, today());
      await setItemCovers(
        sys,
        items.map((one) => {
          const cover = covers.get(one.animalId);
          return {
            id: one.id,
            policyNo: cover?.policyNo ?? null,
            until: cover?.until ?? null,
            sumCents: cover?.sumCents ?? null,
            beneficiarySet: cover?.bankId === one.bankId,
          };
        }),
      );
      const bare = items.filter((one) => !covers.has(one.animalId)).map((one) => one.earTag);
      const unnamed = items
        .filter((one) => covers.has(one.animalId) && covers.get(one.animalId)?.bankId !== one.bankId)
        .map((one) => one.earTag);
      const list = (tags: string[]) => ({ n: tags.length, tags: tags.slice(0, 5).join('、') });
      judge('covered', bare.length === 0, `/bank/insurance?pledgeId=${head.id}`, list(bare), bare);
      judge('beneficiary', unnamed.length === 0, `/bank/insurance?pledgeId=${head.id}`, list(unnamed), unnamed);
    }
    if (product.deviceNeed !== 'none') {
      const share = animalIds.length > 0 ? await heardShare(sys, animalIds, product.deviceNeed) : 0;
      const percent = Math.floor(share * 10_000) / 100;
      judge('seen', percent >= product.deviceShare, `/bank/animals?pledgeId=${head.id}`, {
        x: percent,
        least: product.deviceShare,
      });
      if (product.deviceNeed !== 'tag') judge('fence', site.fenceOn, `/bank/warehouse/detail?id=${head.siteId}`);
    }
    if (product.cameraNeeded) judge('camera', site.channels > 0, `/bank/warehouse/detail?id=${head.siteId}`);
    judge('board', site.hasBoard, `/bank/warehouse/detail?id=${head.siteId}`);
    return found;
  });
}
/** Of all animals, not only of those that wear something. */
async function heardShare(sys: Tx, animalIds: readonly number[], need: string): Promise<number> {
  const worn = await sys.query<{ animalId: number }>(
    `select distinct animal_id as "animalId" from bank.pledge_device_seen where tenant_no = kit.tenant()
       and animal_id = any ($1)
       and ($2 = 'either' or ($2 = 'tag' and kind in ('earTag', 'bleTag', 'smartTag'))
         or ($2 = 'collar' and kind = 'collar'))`,
    [animalIds, need],
  );
  const share =
    worn.length > 0
      ? await seenShare(
          sys,
          worn.map((one) => one.animalId),
          48,
        )
      : null;
  return ((share ?? 0) * worn.length) / animalIds.length;
}

export const conditionRoutes = (): Route[] => [
  serve('bank', pledgeConditions, (call: Call<typeof pledgeConditions>) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      await findRow(within(call, tx), pledge, call.params.id);
      return judgeConditions(tx, await inBank(tx, (sys) => pledgeRow(sys, call.params.id)), (key, args) =>
        call.say(key, args),
      );
    }),
  ),
];
