import { forbidden, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import {
  animalEntry,
  checkEntry,
  entryAnimals,
  registerEntry,
} from '#modules/registry/contract/animal/animal-entry.ts';
import { daysBetween } from '#modules/registry/contract/animal/animal-rules.ts';
import { ofUnit } from '../../duplicate/of-unit.ts';
import { onExit, tagStore, untaggedOf } from '../../extension-points.ts';
import { ownStaff } from '../../people/own-staff.ts';
import { voidAnimals } from '../animal.rows.ts';
import { writeEvents } from '../life/animal-event.ts';
import { bookStock } from '../stock/holder-stock-day.ts';
import { freeTags } from '../tag/animal-tag.ts';
import { previewAnimals, type RegisterInput, registerAnimals } from './register-animals.ts';

export const centsOf = (yuan: string | null | undefined): number | null =>
  yuan ? Math.round(Number(yuan) * 100) : null;

type Body = Call<typeof registerEntry>['body'];
/** Who does not say who put the tags in did it himself, if he is somebody's staff. */
const inputOf = async (tx: Tx, body: Body): Promise<RegisterInput> => ({
  ...body,
  staffId: body.staffId ?? (await ownStaff(tx)),
  priceCents: centsOf(body.price),
});

const key = (call: { header(name: string): string | undefined }) => call.header('idempotency-key') ?? null;

export function entryRoutes(): Route[] {
  return [
    ...serveResource(animalEntry)({
      match: { principalId: ofUnit },
      before: {
        transition: async (call, move, row) => {
          await voidEntry(call, row as never, move.remark ?? '');
          return { voidReason: move.remark ?? null };
        },
      },
    }),
    serve('registry', checkEntry, async (call) => {
      const findings = await call.database.transaction(call.actor.scope, async (tx) =>
        previewAnimals(tx, await inputOf(tx, call.body)),
      );
      return findings.map(({ tag, level, bizCode, key: text, args }) => ({
        tag,
        level,
        bizCode,
        words: call.say(text, { ...args, tag }),
      }));
    }),
    serve('registry', registerEntry, async (call) => {
      const input = await inputOf(call.tx, call.body);
      const species = [...new Set(input.animals.map((one) => one.species))];
      const before = await untaggedOf(call.tx, call.body.principalId, species);
      const made = await registerAnimals(call.tx, { ...input, requestId: key(call) });
      const untaggedLeft = await untaggedOf(call.tx, call.body.principalId, species);
      const fromUntagged = Math.max(0, before - untaggedLeft);
      await audit(call.tx, call as unknown as Call, {
        module: 'registry',
        entity: 'animalEntry',
        entityId: made.entryId,
        entityName: made.docNo,
        action: 'register',
        after: { count: made.count, principalId: call.body.principalId, entryKind: call.body.entryKind },
      });
      call.answer.msg = [
        call.say('registry.animalEntry.registered', { n: made.count, docNo: made.docNo }),
        ...(fromUntagged > 0
          ? [call.say('registry.animalForm.fromUntagged', { n: fromUntagged, left: untaggedLeft })]
          : []),
      ].join(' ');
      return { entryId: made.entryId, docNo: made.docNo, count: made.count, fromUntagged, untaggedLeft };
    }),
    serve('registry', entryAnimals, async (call) => {
      const [rows] = await call.database.read<
        [{ id: number; earTag: string; sex: string; breed: string; birthDate: string; version: number }]
      >(call.actor.scope, {
        text: `select id, ear_tag as "earTag", sex, breed, birth_date as "birthDate", version from registry.animal where entry_id = $1 and voided_at is null
               and principal_id in (select principal_id from registry.animal_entry where id = $1) order by ear_tag limit 1000`,
        values: [call.query.id],
      });
      return rows;
    }),
  ];
}

/** R54: a registration that should not have been. Its maker within a day, others within a month, and only while nothing else happened to the animals. */
async function voidEntry(
  call: Call,
  entry: { id: number; docNo: string; createdAt: string; wornOn: string; entryKind: string },
  reason: string,
): Promise<void> {
  const { tx } = call;
  const actor = tx.scope.userId;
  // They were not registered by it; who should not be there leaves again.
  if (entry.entryKind === 'returned') throw refusal('returnedStays', 'registry.animalEntry.returnedStays');
  await inTenant(tx, tx.scope.tenantNo, 'voidEntry', async (all) => {
    const [made] = await all.query<{ createdBy: number | null; days: number }>(
      `select created_by as "createdBy", extract(epoch from now() - created_at) / 86400 as days from registry.animal_entry where id = $1`,
      [entry.id],
    );
    const isOwn = made?.createdBy === actor && Number(made?.days) <= 1;
    if (!isOwn && !call.actor.actions.has('pri:animal:void')) throw forbidden();
    if (daysBetween(entry.createdAt.slice(0, 10), today()) > 30)
      throw refusal('tooLate', 'registry.animal.voidTooLate');
    const animals = await all.query<{
      id: number;
      earTag: string;
      species: string;
      stage: string;
      principalId: number;
      regionCode: number;
      inHerd: boolean;
      later: boolean;
      waits: boolean;
    }>(
      `select a.id, a.ear_tag as "earTag", a.species, a.stage, a.principal_id as "principalId", a.region_code as "regionCode", a.in_herd as "inHerd",
         exists (select 1 from registry.animal_event e where e.tenant_no = a.tenant_no and e.animal_id = a.id and e.kind not in ('tagWorn', 'registered', 'born')) as later, a.pending_change_id is not null as waits
       from registry.animal a where a.entry_id = $1 and a.voided_at is null order by a.id for update of a`,
      [entry.id],
    );
    const lived = animals.find((one) => one.later);
    if (lived) throw refusal('laterEvents', 'registry.animal.laterEvents', { tag: lived.earTag });
    const waiting = animals.find((one) => one.waits);
    if (waiting) throw refusal('changePending', 'registry.animal.changePendingWords', { tag: waiting.earTag });
    const ids = animals.map((one) => one.id);
    const source = { entity: 'registry.animalEntry', id: entry.id, docNo: entry.docNo };
    await writeEvents(
      all,
      animals.map((one) => ({
        animalId: one.id,
        kind: 'registered',
        happenedOn: today(),
        principalId: one.principalId,
        regionCode: one.regionCode,
        source,
        summary: { reason },
        voidOf: entry.entryKind === 'born' ? 3 : 2,
      })),
      actor,
    );
    await voidAnimals(all, ids, reason, actor);
    const codes = await freeTags(all, ids);
    await bookStock(
      all,
      animals.map((one) => ({ ...one, day: today(), column: 'voided' as const, n: 1 })),
    );
    await tagStore()?.giveBack(all, codes, source);
    await onExit.tell(all, {
      changeId: 0,
      kind: 'missing',
      animalIds: ids,
      happenedOn: today(),
      facts: { voidedEntry: entry.id },
    });
  });
}
