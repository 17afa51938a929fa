import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import {
  entryOfRequest,
  ownStaff,
  previewAnimals,
  type RegisterInput,
  registerAnimals,
} from '#modules/registry/server/index.ts';
import { parseRange, showCode } from '#modules/sign/contract/numbers/code.ts';
import { sendWear, type WearAnswer, wearPack } from '#modules/sign/contract/wear/wear.ts';
import { raiseRefused } from '../alert/raise.ts';
import { selfOf } from '../numbers/holders.ts';
import { holding, nextOf } from '../numbers/holding.ts';
import { categoriesOf } from '../settings/sign-category.ts';

const mostHolders = 1000;

async function pack(call: Call<typeof wearPack>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const { unit, staff } = await selfOf(tx, call.actor.principalId);
    const [staffId = null] = staff;
    const holders = await tx.query<{ id: number; name: string; regionCode: number }>(
      'select id, name, "regionCode" from sign.wear_holders($1)',
      [mostHolders],
    );
    const self = unit === null ? null : { principalId: unit, staffId };
    const held = self ? await holding(tx, self, null) : [];
    const categories = await categoriesOf(tx);
    const next = self ? await nextOf(tx, self) : [];
    return {
      at: new Date().toISOString(),
      holders: holders.map(({ id, name, regionCode }) => ({
        id,
        name,
        village: lookups().regionName(regionCode, call.language) ?? '',
      })),
      ranges: held
        .filter((one) => !one.isHeld && ['hand', 'stock'].includes(one.place))
        .map(({ from, to, categoryId }) => ({
          from,
          to,
          categoryId,
          category: categories.get(categoryId)?.name ?? '',
        })),
      next: next[0]?.code ?? null,
    };
  });
}

/** Every code of an entry, from its printed runs. */
function codesOf(segments: string): Set<string> {
  const codes = new Set<string>();
  for (const part of segments.split(',')) {
    const range = parseRange(part);
    for (let code = range?.from ?? 1; code <= (range?.to ?? 0); code += 1) codes.add(String(code));
  }
  return codes;
}

/** R35, R37: what can be registered is, in one entry; a number that cannot be worn stops only itself. */
async function send(call: Call<typeof sendWear>): Promise<WearAnswer> {
  const { tx, body } = call;
  const { clientKey, lines, species, breed, birthDate, ...about } = body;
  const earlier = await entryOfRequest(tx, clientKey);
  const done = earlier ? codesOf(earlier.segments) : new Set<string>();
  const left = lines.filter((one) => !done.has(one.code));
  const input: RegisterInput = {
    ...about,
    staffId: await ownStaff(tx),
    source: 'sign',
    requestId: clientKey,
    animals: left.map(({ code, sex }) => ({ tag: code, species, breed, sex, birthDate })),
  };
  const findings = left.length > 0 ? await previewAnimals(tx, input) : [];
  const wrong = new Map(findings.filter((one) => one.level === 'error').map((one) => [one.tag, one]));
  const good = input.animals.filter((one) => !wrong.has(one.tag));
  const made = earlier ?? (good.length > 0 ? await registerAnimals(tx, { ...input, animals: good }) : null);
  const entryId = earlier?.id ?? (made && 'entryId' in made ? made.entryId : null);
  if (!earlier && wrong.size > 0)
    await inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
      for (const [bizCode, kind] of [
        ['unknownCode', 'unknownCode'],
        ['isLost', 'wrongHolder'],
      ] as const) {
        const codes = [...wrong.values()].filter((one) => one.bizCode === bizCode).map((one) => Number(one.tag));
        if (codes.length > 0) await raiseRefused(all, kind, codes, body.principalId);
      }
    });
  if (made && !earlier)
    await audit(tx, call as unknown as Call, {
      module: 'sign',
      entity: 'wearList',
      entityId: entryId as number,
      entityName: made.docNo,
      action: 'wear',
      after: { count: made.count, refused: wrong.size, principalId: body.principalId },
    });
  return {
    docNo: made?.docNo ?? null,
    entryId,
    accepted: made?.count ?? 0,
    refused: [
      ...[...wrong.values()].map(({ tag, bizCode, key, args }) => ({
        code: tag,
        bizCode,
        words: call.say(key, { ...args, tag }),
      })),
      // Refused when the list first came, good by now: they go in with the list of what came back.
      ...(earlier ? good : []).map(({ tag }) => ({
        code: tag,
        bizCode: 'sendAgain',
        words: call.say('sign.refuse.sendAgain', { ranges: showCode(Number(tag)) }),
      })),
    ],
  };
}

export const wearRoutes = (): Route[] => [serve('sign', wearPack, pack), serve('sign', sendWear, send)];
