import { refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { animalsByTags, readmitAnimals, registerAnimals } from '#modules/registry/server/index.ts';
import type { ThirdPartyBatch } from '#modules/traceability/contract/third/third-party-batch.ts';
import { animalsOfBatch, recordReceived } from './third-party-batch-animal.ts';

const numbersIn = (text: string | null): Set<string> =>
  new Set((text ?? '').split(/[\s,;，；、]+/).filter((one) => one !== ''));

/** R25: who came is registered here; who had left the tenant comes back to its own record. */
export async function receive(
  call: Call,
  row: ThirdPartyBatch,
  form: { readonly arrivedOn: string; readonly absent: string | null; readonly deadTags: string | null },
): Promise<{ received: number; entryNo: string | null }> {
  const { actor } = call;
  const absent = numbersIn(form.absent);
  const dead = numbersIn(form.deadTags);
  return inTenant(call.tx, actor.tenantNo, 'receiveThird', async (all) => {
    const lines = await animalsOfBatch(all, row.id);
    const isNamed = (names: ReadonlySet<string>, one: (typeof lines)[number]) =>
      names.has(one.tag) || names.has(one.outsideId);
    const came = lines.filter((one) => !isNamed(absent, one) && !isNamed(dead, one));
    const known = await animalsByTags(
      all,
      'ear',
      came.map((one) => one.tag),
    );
    const back = came.flatMap((one) => {
      const hit = known.find((animal) => animal.tag === one.tag);
      if (!hit) return [];
      if (!['sold', 'missing'].includes(hit.status))
        throw refusal('inStock', 'traceability.refusal.alreadyHere', { tag: one.tag });
      return [{ line: one, animalId: hit.animalId }];
    });
    const fresh = came.filter((one) => !back.some((other) => other.line.id === one.id));
    const facts = {
      on: form.arrivedOn,
      originRegionCode: row.originRegionCode,
      quarantineCertNo: row.certificateNo,
      sellerName: row.sender,
    };
    const shared = { principalId: row.toPrincipalId, source: 'traceability', actor: actor.userId };
    const made =
      fresh.length > 0
        ? await registerAnimals(all, {
            ...shared,
            entryKind: 'bought',
            wornOn: form.arrivedOn,
            staffId: null,
            originRegionCode: row.originRegionCode,
            quarantineCertNo: row.certificateNo,
            sellerName: row.sender,
            animals: fresh.map(({ tag, chip, species, breed, sex, birthDate }) => ({
              tag,
              electronicTag: chip,
              species,
              breed,
              sex,
              birthDate,
            })),
            requestId: `third-${row.id}`,
          })
        : null;
    const again =
      back.length > 0
        ? await readmitAnimals(all, {
            ...shared,
            animalIds: back.map((one) => one.animalId),
            facts,
            requestId: `third-${row.id}-back`,
          })
        : null;
    await recordReceived(
      all,
      lines.map((one) => {
        const at = fresh.indexOf(one);
        const animalId =
          at >= 0 ? (made?.animalIds[at] ?? null) : (back.find((b) => b.line.id === one.id)?.animalId ?? null);
        const result = isNamed(dead, one) ? 'dead' : isNamed(absent, one) ? 'missing' : 'ok';
        return { id: one.id, result, animalId };
      }),
    );
    const numbers = [made?.docNo, again?.docNo].filter((one) => one !== undefined);
    return { received: came.length, entryNo: numbers.length > 0 ? numbers.join('、') : null };
  });
}
