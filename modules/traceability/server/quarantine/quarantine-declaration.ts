import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { scopeOf } from '#modules/traceability/contract/quarantine/conditions.ts';
import {
  type QuarantineDeclaration,
  quarantineDeclaration,
} from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';
import { vehicleOf } from '../subject/trace-vehicle.ts';
import { inspect, reportFailed } from './inspect.ts';
import { issue } from './issue.ts';
import { noteVehicle, noteVet } from './quarantine-declaration.rows.ts';
import { closeLines, openLines } from './quarantine-declaration-animal.ts';
import { recheck } from './recheck.ts';
import { holdAnimals, refuseRed } from './refuse.ts';
import { vetOf } from './vet.ts';

export const declarationEntity = 'traceability.quarantineDeclaration';
type Form = FormOf<typeof quarantineDeclaration>;

/** What follows from the form: where it goes, who carries, which numbers. */
async function derive(call: Call, values: Form, principalId: number): Promise<Record<string, unknown>> {
  const { tx } = call;
  const [from] = await tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from traceability.unit_seen where id = $1',
    [principalId],
  );
  if (!from) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  const { toPrincipalId, toText } = values;
  if (!toPrincipalId && !toText) throw invalid([{ field: 'toText', key: 'error.field.required' }]);
  if (toPrincipalId === principalId) throw invalid([{ field: 'toPrincipalId', key: 'traceability.refusal.toItself' }]);
  const [to] = toPrincipalId
    ? await inTenant(tx, call.actor.tenantNo, 'declare', (all) =>
        all.query<{ regionCode: number; status: string }>(
          `select region_code as "regionCode", status from traceability.unit_seen
           where tenant_no = kit.tenant() and id = $1`,
          [toPrincipalId],
        ),
      )
    : [];
  if (toPrincipalId && to?.status !== 'active') throw invalid([{ field: 'toPrincipalId', key: 'error.field.ref' }]);
  const toRegionCode = to?.regionCode ?? values.toRegionCode;
  const ids = values.animals.map((one) => one.animalId);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (twice >= 0) throw invalid([{ field: `animals.${twice}.animalId`, key: 'traceability.refusal.animalTwice' }]);
  const tags = await tx.query<{ id: number; tag: string; species: string }>(
    'select id, ear_tag as tag, species from traceability.animal_seen where id = any ($1)',
    [ids],
  );
  const byId = new Map(tags.map((one) => [one.id, one]));
  const faults = values.animals.flatMap((one, at) =>
    byId.get(one.animalId)?.species === values.species
      ? []
      : [
          {
            field: `animals.${at}.animalId`,
            key: 'traceability.condition.otherSpecies',
            args: { tag: byId.get(one.animalId)?.tag ?? '-' },
          },
        ],
  );
  if (faults.length > 0) throw invalid(faults);
  return {
    toRegionCode,
    toText: toText ?? null,
    scope: scopeOf(from.regionCode, toRegionCode),
    heads: ids.length,
    animals: values.animals.map((one) => ({ ...one, tag: byId.get(one.animalId)?.tag ?? '' })),
  };
}

async function keepVehicle(tx: Tx, id: number, plateNo: string | null): Promise<void> {
  await noteVehicle(tx, id, plateNo ? await vehicleOf(tx, plateNo) : null);
}

async function beforeMove(
  call: Call,
  move: Move,
  row: QuarantineDeclaration,
): Promise<Record<string, unknown> | undefined> {
  const { tx } = call;
  switch (move.name) {
    case 'submit': {
      await holdAnimals(tx, row.id);
      const { conditions } = await recheck(tx, row.id, 'submit', call.actor.userId);
      refuseRed(conditions);
      await openLines(tx, row.id);
      return { submittedAt: new Date().toISOString(), reason: null };
    }
    case 'accept': {
      const vet = await vetOf(call, row.regionCode, row.principalId);
      await noteVet(tx, row.id, vet.id);
      return { vetName: vet.name };
    }
    case 'inspect':
      return inspect(call, move, row);
    case 'issue':
      return issue(call, move, row);
    case 'decline':
    case 'sendBack':
    case 'cancel':
    case 'fail':
      await closeLines(tx, row.id);
      return { reason: move.remark ?? null };
    default:
      return undefined;
  }
}

const linkPath = (id: number) => `/traceability/livestockRegistration/quarantineManagement/detail?id=${id}`;

async function afterMove(call: Call, move: Move): Promise<void> {
  const { tx } = call;
  const [row] = await tx.query<{
    docNo: string;
    principalId: number;
    regionCode: number;
    heads: number;
    holder: string;
  }>(
    `select doc_no as "docNo", principal_id as "principalId", region_code as "regionCode", heads,
       registry.principal_name(principal_id) as holder from traceability.quarantine_declaration where id = $1`,
    [move.id],
  );
  if (!row) throw notFound();
  const photos = (move.form as { inspectPhotos?: number[] | null } | undefined)?.inspectPhotos ?? [];
  if (photos.length > 0) await linkFiles(tx, photos, declarationEntity, move.id);
  await closeTask(tx, declarationEntity, move.id);
  const next: Readonly<Record<string, string>> = { submit: 'accept', accept: 'inspect', inspect: 'issue' };
  const step = next[move.name];
  const args = { docNo: row.docNo, holder: row.holder, n: row.heads };
  if (step)
    await openTask(tx, {
      taskType: 'approve',
      taskName: { key: `traceability.quarantinePage.task_${step}`, args },
      entity: declarationEntity,
      entityId: move.id,
      linkPath: linkPath(move.id),
      permission: `trace:quarantine:${step}`,
      regionCode: row.regionCode,
      principalId: row.principalId,
    });
  if (move.name === 'inspect') await reportFailed(call, move);
  if (!['submit', 'cancel'].includes(move.name))
    await notify(tx, {
      audience: { principalIds: [row.principalId] },
      type: 'notice',
      title: { key: `traceability.quarantinePage.notice_${move.name}`, args },
      content: { key: 'traceability.subjectPage.noticeReason', args: { reason: move.remark ?? '-' } },
      linkPath: linkPath(move.id),
    });
}

/** What is the declarer's is done by the declarer, or by whoever looks after the place. */
const isOwn = (call: Call, principalId: number): boolean => call.actor.scope.principals.includes(principalId);

export const declarationRoutes = (): Route[] =>
  serveResource(quarantineDeclaration)({
    expressions: {
      toName: 'coalesce(registry.principal_name(t.to_principal_id), t.to_text)',
      carrierName: 'registry.principal_name(t.carrier_id)',
    },
    before: {
      add: async (call, values) => {
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('QD') as no`);
        return { ...(await derive(call, values, values.principalId)), docNo: no?.no };
      },
      edit: async (call, values, row) => derive(call, values, row.principalId),
      transition: async (call, move, row) => {
        const byDeclarer = ['submit', 'cancel'].includes(move.name);
        if (byDeclarer && !isOwn(call, row.principalId) && call.actor.scope.regions.length === 0)
          throw refusal('notYours', 'traceability.refusal.notYours');
        return beforeMove(call, move, row);
      },
    },
    after: {
      add: (call, id, values) => keepVehicle(call.tx, id, values.plateNo),
      edit: (call, id, values) => keepVehicle(call.tx, id, values.plateNo),
      transition: (call, move) => afterMove(call, move),
    },
  });
