import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { insSafeTag } from '#modules/insurance/contract/check/safe-tag.ts';
import { ownStaff } from '#modules/registry/server/index.ts';
import { wearInsured } from '#modules/sign/server/index.ts';
import type { Task } from './ins-check-task.ts';

export interface SafeTag {
  readonly code: number;
  readonly insurerId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly holderName: string;
  readonly regionCode: number;
  readonly wornOn: string;
}
export const insertSafeTag = (tx: Tx, tag: SafeTag) =>
  tx.query(
    `insert into insurance.ins_safe_tag (tenant_no, region_code, insurer_id, principal_id, holder_name, code, animal_id,
       ear_tag, worn_on, created_by, updated_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      tag.regionCode,
      tag.insurerId,
      tag.principalId,
      tag.holderName,
      tag.code,
      tag.animalId,
      tag.earTag,
      tag.wornOn,
      tx.scope.userId,
    ],
  );

interface Worn {
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly holderName: string;
  readonly regionCode: number;
}
/** Hung during a check, out of the checker's own hand or the insurer's stock; false where it is in neither. */
export async function hangSafeTag(tx: Tx, task: Task, tagNo: string, worn: Worn): Promise<boolean> {
  const staffId = await ownStaff(tx);
  const doc = { entity: 'insurance.insCheckTask', id: task.id, docNo: task.docNo };
  const items = [{ code: Number(tagNo), animalId: worn.animalId }];
  for (const holder of [
    { principalId: task.insurerId, staffId },
    { principalId: task.insurerId, staffId: null },
  ]) {
    await tx.query('savepoint tag');
    try {
      await wearInsured(tx, { holder, items, wornOn: today(), doc });
      await insertSafeTag(tx, { ...worn, code: Number(tagNo), insurerId: task.insurerId, wornOn: today() });
      await tx.query('release savepoint tag');
      return true;
    } catch (error) {
      await tx.query('rollback to savepoint tag');
      if (!(error instanceof AppError) || !error.bizCode) throw error;
    }
  }
  return false;
}

const cover = (what: string) => `(select ${what} from insurance.ins_policy_animal a
  join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id
  where a.tenant_no = t.tenant_no and a.animal_id = t.animal_id and a.insurer_id = t.insurer_id
  order by a.cover_to desc limit 1)`;
const use = (what: string) => `(select u.${what} from insurance.tag_use_seen u where u.tenant_no = t.tenant_no
  and u.code = t.code limit 1)`;

export const safeTagRoutes = (): Route[] =>
  serveResource(insSafeTag)({
    expressions: {
      tagNo: 't.code::text',
      policyNo: cover('coalesce(p.policy_no, p.doc_no)'),
      insurer: 'registry.principal_name(t.insurer_id)',
      state: `coalesce(${use('state')}, 'worn')`,
      endedOn: use('ended_on'),
      isOdd: `coalesce((${use('state')} = 'worn') <> coalesce(${cover(
        `a.status in ('live', 'transferPending', 'loss')`,
      )}, false) and ${use('state')} in ('worn', 'fallen'), false)`,
    },
  });
