import { forbidden, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { tellReason } from '#kit/server/http/reasons.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { animalTagChange, replaceTagCall } from '#modules/registry/contract/animal/animal-tag-change.ts';
import * as contract from '#modules/registry/contract/change/animal-change.ts';
import { type AnimalState, lockAnimals } from '../animal/animal.rows.ts';
import { centsOf } from '../animal/entry/entries.ts';
import { replaceTag } from '../animal/tag/animal-tag-change.ts';
import { ofUnit } from '../duplicate/of-unit.ts';
import { penWarnings } from '../enclosure/pen-warnings.ts';
import type { Block } from '../extension-points.ts';
import { ownStaff } from '../people/own-staff.ts';
import { lockChange } from './animal-change.ts';
import { blocksOf } from './blocks.ts';
import { type ChangeInput, changeAnimals, dropEffects, revokeEffects, settleEffects } from './change-animals.ts';

type Body = Call<typeof contract.submitChange>['body'];
const inputOf = (body: Body, call: { actor: Call['actor'] }): ChangeInput => ({
  ...body,
  amountCents: centsOf(body.amount),
  mayCorrect: call.actor.actions.has('pri:animal:correct'),
});

const told = ({ say, actor }: Pick<Call, 'say' | 'actor'>, block: Block) => {
  const { words, wayOut } = tellReason({ say, may: (one) => actor.actions.has(one) }, block);
  return { animalId: block.animalId, level: 'error' as const, bizCode: block.bizCode, words, wayOut };
};

/** R26, R27: what is to be known of the pen they go to; who is in it already takes no further place. */
async function warnOf(tx: Tx, toPenId: number | null, animals: readonly AnimalState[]): Promise<Block[]> {
  if (toPenId === null) return [];
  const moving = animals.filter((one) => one.penId !== toPenId);
  const bought = new Map(
    (
      await tx.query<{ id: number; on: string }>(
        `select a.id, to_char(a.entry_on, 'YYYY-MM-DD') as on from registry.animal a where a.id = any ($1) and a.source = 'bought'`,
        [moving.map((one) => one.id)],
      )
    ).map((row) => [row.id, row.on]),
  );
  const warnings = await penWarnings(
    tx,
    toPenId,
    moving.map((one) => ({ tag: one.earTag, boughtOn: bought.get(one.id) ?? null })),
  );
  return warnings.flatMap(({ tag, bizCode, key, args }) => {
    const one = moving.find(({ earTag }) => earTag === tag);
    return one ? [{ animalId: one.id, bizCode, key, ...(args && { args }) }] : [];
  });
}

/** What a step of the document does to its animals, before the document itself moves on. */
async function act(call: Call, move: Move): Promise<Record<string, unknown> | undefined> {
  const change = await lockChange(call.tx, move.id);
  const form = (move.form ?? {}) as { toPenId?: number; cause?: string; disposalWay?: string };
  switch (move.name) {
    case 'accept':
    case 'confirm': {
      if ((change.confirmMode === 'accept') !== (move.name === 'accept')) throw forbidden();
      if (move.name === 'accept' && !isReceiver(call, change.toPrincipalId)) throw forbidden();
      if (change.status !== 'submitted') return undefined;
      const count = await settleEffects(call.tx, change, form);
      return { count, ...(form.toPenId && { toPenId: form.toPenId }), actedBy: call.actor.userId };
    }
    case 'refuse':
    case 'reject':
    case 'cancel': {
      if (move.name === 'refuse' && !isReceiver(call, change.toPrincipalId)) throw forbidden();
      if (move.name === 'cancel' && change.createdBy !== call.actor.userId) throw forbidden();
      if (change.status !== 'submitted') return undefined;
      await dropEffects(call.tx, change, move.name === 'cancel' ? 'cancelled' : 'refused', move.remark ?? null);
      return { reason: move.remark ?? null, actedBy: call.actor.userId };
    }
    default: {
      if (change.status !== 'done') return undefined;
      await revokeEffects(call.tx, change);
      return { reason: move.remark ?? null, actedBy: call.actor.userId };
    }
  }
}

const isReceiver = (call: Call, toPrincipalId: number | null): boolean =>
  toPrincipalId !== null && call.actor.scope.principals.includes(toPrincipalId);

export function changeRoutes(): Route[] {
  return [
    ...serveResource(contract.animalChange)({
      match: { principalId: ofUnit },
      expressions: {
        fromName: 'registry.principal_name(t.principal_id)',
        toPrincipalIdName: 'registry.principal_name(t.to_principal_id)',
        earTags: `(select string_agg(l.ear_tag, '、' order by l.ear_tag) from
          (select l.ear_tag from registry.animal_change_line l where l.change_id = t.id order by l.ear_tag limit 3) l)`,
        acceptUntil: `(case when t.status = 'submitted' and t.change_type = 'handover' then (t.created_at + interval '15 days')::date end)`,
        causeLabel: 't.cause',
        mine: 'coalesce(t.created_by = kit.user_id(), false)',
      },
      before: { transition: act },
      can: (row, verb, actor) => {
        if (verb === 'accept' || verb === 'refuse')
          return row.confirmMode === 'accept' && actor.scope.principals.includes(Number(row.toPrincipalId));
        if (verb === 'confirm' || verb === 'reject') return row.confirmMode === 'confirm' && !row.mine;
        if (verb === 'revoke') return row.changeType !== 'recover';
        return verb !== 'cancel' || row.mine === true;
      },
    }),
    serve('registry', contract.checkChange, (call) =>
      call.database.transaction(call.actor.scope, async (tx) => {
        const animals = await lockAnimals(tx, call.body.animalIds);
        if (animals.length !== new Set(call.body.animalIds).size) throw notFound();
        const blocks = await blocksOf(tx, inputOf(call.body, call), animals, { dry: true });
        return [
          ...blocks.map((one) => told(call, one)),
          ...(await warnOf(tx, call.body.toPenId ?? null, animals)).map((one) => ({
            ...told(call, one),
            level: 'warn' as const,
          })),
        ];
      }),
    ),
    serve('registry', contract.submitChange, async (call) => {
      const made = await changeAnimals(call.tx, {
        ...inputOf(call.body, call),
        requestId: call.header('idempotency-key') ?? null,
      });
      if (call.body.photoIds?.length)
        await linkFiles(call.tx, call.body.photoIds, 'registry.animalChange', made.changeId);
      await audit(call.tx, call as unknown as Call, {
        module: 'registry',
        entity: 'animalChange',
        entityId: made.changeId,
        entityName: made.docNo,
        action: 'submit',
        after: { changeType: call.body.changeType, animals: call.body.animalIds.length, status: made.status },
      });
      call.answer.msg = call.say(`registry.animalChange.saved_${made.status}`, { docNo: made.docNo });
      return { id: made.changeId, docNo: made.docNo, status: made.status };
    }),
    serve('registry', contract.changeReceiver, (call) =>
      call.database.transaction(call.actor.scope, (tx) => receivers(tx, call)),
    ),
    serve('registry', contract.changeLines, async (call) => {
      const [rows] = await call.database.read<
        [{ animalId: number; earTag: string; species: string; sex: string; stage: string; weight: number | null }]
      >(call.actor.scope, {
        text: `select animal_id as "animalId", ear_tag as "earTag", before ->> 'species' as species, before ->> 'sex' as sex, before ->> 'stage' as stage, weight
               from registry.animal_change_line where tenant_no = kit.tenant() and change_id = $1 and not taken_off order by ear_tag limit 1000`,
        values: [call.query.id],
      });
      return rows;
    }),
    ...serveResource(animalTagChange)({
      match: { principalId: ofUnit },
    }),
    serve('registry', replaceTagCall, async (call) => {
      const { replacedOn, staffId, ...body } = call.body;
      const made = await replaceTag(call.tx, {
        ...body,
        on: replacedOn,
        staffId: staffId ?? (await ownStaff(call.tx)),
      });
      const photoIds = [...(body.photoIdsOld ?? []), ...(body.photoIdsNew ?? [])];
      if (photoIds.length > 0) await linkFiles(call.tx, photoIds, 'registry.animalTagChange', made.id);
      await audit(call.tx, call as unknown as Call, {
        module: 'registry',
        entity: 'animalTagChange',
        entityId: made.id,
        entityName: made.docNo,
        action: 'tagReplace',
        after: { animalId: body.animalId, newTag: body.newTag, reason: body.reason },
      });
      return made;
    }),
  ];
}

interface Found {
  id: number;
  name: string;
  type: string;
  regionCode: number;
  phoneTail: string | null;
  heads: number | null;
  masked: boolean;
}

/** Beyond the own area a household is found by its whole number only, and its name stays half told until it accepts. */
async function receivers(tx: Tx, call: Call<typeof contract.changeReceiver>) {
  const { keyword } = call.query;
  const rows = await tx.query<Found>('select * from registry.find_receivers($1, $2)', [
    keyword,
    searchHash(keyword, call.actor.tenantNo),
  ]);
  return rows.map(({ id, name, type, regionCode, phoneTail, heads, masked }) => ({
    id,
    name: masked ? `${name[0]}*${name.length > 2 ? name.at(-1) : ''}` : name,
    typeName: lookups().dictLabel('principal_type', type, call.actor.tenantNo, call.language) ?? type,
    regionName: lookups().regionName(masked ? Math.floor(regionCode / 1e6) * 1e6 : regionCode, call.language) ?? '',
    phoneTail,
    heads,
    masked,
  }));
}
