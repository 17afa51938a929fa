import { notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import type {
  approveMerge,
  DuplicateKind,
  dismissPair,
  requestMerge,
} from '#modules/registry/contract/duplicate/duplicate.ts';
import type { Reason } from '../extension-points.ts';
import { dropOpenOf, findCandidate, nameCandidate, noteDuplicates, settleCandidate } from './duplicate-candidate.ts';
import { mergeAnimals } from './merge-animals.ts';
import { type Choices, closeRequest, insertRequest, waitingMerge } from './merge-log.ts';
import { mergePersons } from './merge-persons.ts';
import { mergePrincipals } from './merge-principals.ts';
import { differs, type Subject, shapes, subjectsOf } from './subjects.ts';

export interface Merge {
  readonly survivorId: number;
  readonly loserId: number;
  readonly choices: Choices;
  readonly actor: number | null;
  readonly logId: number;
}
export type Moved = Readonly<Record<string, number>>;

const merging: Readonly<Record<DuplicateKind, (tx: Tx, merge: Merge) => Promise<Moved>>> = {
  principal: mergePrincipals,
  person: mergePersons,
  animal: mergeAnimals,
};

const task = 'registry.duplicateCandidate';

/** Why these two cannot become one now; empty if they can. */
export async function blocksOf(tx: Tx, kind: DuplicateKind, survivor: Subject, loser: Subject): Promise<Reason[]> {
  const no = (bizCode: string, key = bizCode): Reason => ({ bizCode, key: `registry.duplicate.${key}` });
  if (kind === 'animal')
    return [
      ...(survivor.voided || loser.voided ? [no('mergeState')] : []),
      ...(survivor.species !== loser.species || survivor.holderId !== loser.holderId ? [no('mergeDiffer')] : []),
      ...((survivor.insured && loser.insured) || (survivor.pledged && loser.pledged) ? [no('mergeFlags')] : []),
      ...(survivor.pending || loser.pending ? [no('changePending')] : []),
    ];
  if (kind === 'person') return survivor.status === 'active' && loser.status === 'active' ? [] : [no('mergeState')];
  const [row] = await tx.query<{ above: boolean; between: boolean }>(
    `select $2 = any (registry.principal_line($3, $1)) and $1 <> $2 as above, exists (select 1 from registry.animal_change
       where tenant_no = $3 and status = 'submitted' and ((principal_id = $1 and to_principal_id = $2) or (principal_id = $2 and to_principal_id = $1))) as between`,
    [survivor.id, loser.id, tx.scope.tenantNo],
  );
  const canStay = ['active', 'suspended'].includes(survivor.status);
  const canGo = ['active', 'suspended', 'closed'].includes(loser.status);
  return [
    ...(canStay && canGo ? [] : [no('mergeState')]),
    ...(row?.above ? [no('parentLoop', 'mergeAbove')] : []),
    ...(row?.between ? [no('changePending', 'mergeBetween')] : []),
  ];
}

async function refuseBlocked(tx: Tx, kind: DuplicateKind, survivor: Subject, loser: Subject): Promise<void> {
  const [block] = await blocksOf(tx, kind, survivor, loser);
  if (block) throw refusal(block.bizCode, block.key);
}

const log = (call: Call, action: string, candidateId: number, name: string, after: object) =>
  audit(call.tx, call, {
    module: 'registry',
    entity: 'duplicateCandidate',
    entityId: candidateId,
    entityName: name,
    action,
    after,
  });

const linkTo = (kind: DuplicateKind, one: number, other: number) =>
  `/pri/duplicate/merge?kind=${kind}&leftId=${Math.min(one, other)}&rightId=${Math.max(one, other)}`;

/** R62, the first of two: says which stays, which value of each field, and why. */
export async function request(call: Call<typeof requestMerge>): Promise<{ id: number; status: string }> {
  const { kind, survivorId, loserId, reason } = call.body;
  const { tx } = call;
  const [survivor, loser] = await subjectsOf(tx, kind, [survivorId, loserId]);
  await refuseBlocked(tx, kind, survivor, loser);
  // Only what may be chosen and differs is a choice; the rest is noise.
  const choices = Object.fromEntries(
    Object.entries(call.body.fieldChoices).filter(
      ([name, from]) => from === 'loser' && shapes[kind].choices[name] && differs(name, survivor, loser),
    ),
  );
  const regionCode = await regionOfBoth(tx, survivor, loser);
  const candidate =
    (await findCandidate(tx, kind, survivorId, loserId)) ??
    (await nameCandidate(tx, { kind, one: survivorId, other: loserId, regionCode }));
  if (candidate.status === 'requested') throw refusal('mergeRequested', 'registry.duplicate.alreadyRequested');
  if (candidate.status === 'merged') throw refusal('mergeState', 'registry.duplicate.mergeState');
  const id = await insertRequest(tx, {
    candidateId: candidate.id,
    regionCode: candidate.regionCode,
    kind,
    survivorId,
    loserId,
    survivorName: survivor.name,
    loserName: loser.name,
    fieldChoices: choices,
    reason,
  });
  await settleCandidate(tx, candidate.id, 'requested');
  await openTask(tx, {
    taskType: 'approve',
    taskName: {
      key: 'registry.duplicate.taskApprove',
      args: { survivor: survivor.name, loser: loser.name },
    },
    entity: task,
    entityId: candidate.id,
    linkPath: linkTo(kind, survivorId, loserId),
    permission: 'pri:duplicate:approve',
    regionCode: candidate.regionCode,
    principalId: call.actor.principalId,
  });
  await log(call as unknown as Call, 'request', candidate.id, survivor.name, {
    kind,
    survivorId,
    loserId,
    choices,
    reason,
  });
  call.answer.msg = call.say('registry.duplicate.requested');
  return { id, status: 'requested' };
}

async function regionOfBoth(tx: Tx, one: Subject, other: Subject): Promise<number> {
  const [row] = await tx.query<{ code: number }>('select registry.region_of_both($1, $2) as code', [
    one.regionCode,
    other.regionCode,
  ]);
  return row?.code ?? one.regionCode;
}

/** R62, the second of two: agrees to exactly what was asked, and it is done. */
export async function approve(
  call: Call<typeof approveMerge>,
): Promise<{ id: number; survivorId: number; movedCounts: Moved }> {
  const { kind, survivorId, loserId } = call.body;
  const { tx } = call;
  const candidate = await findCandidate(tx, kind, survivorId, loserId);
  const waiting = candidate?.status === 'requested' ? await waitingMerge(tx, candidate.id) : null;
  if (!candidate) throw notFound();
  if (!waiting) throw refusal('mergeNotRequested', 'registry.duplicate.notRequested');
  if (waiting.survivorId !== survivorId) throw refusal('mergeChanged', 'registry.duplicate.otherSurvivor');
  if (waiting.requestedBy === call.actor.userId) throw refusal('samePerson', 'registry.duplicate.samePerson');
  const [survivor, loser] = await subjectsOf(tx, kind, [survivorId, loserId]);
  await refuseBlocked(tx, kind, survivor, loser);
  const actor = call.actor.userId;
  const merge = { survivorId, loserId, choices: waiting.fieldChoices, actor, logId: waiting.id };
  // The caller sees both; what hangs on them may reach further.
  const moved = await inTenant(tx, call.actor.tenantNo, 'merge', async (whole) => {
    const counts = await merging[kind](whole, merge);
    await dropOpenOf(whole, kind, loserId);
    await noteDuplicates(whole, kind, [survivorId]);
    return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
  });
  await settleCandidate(tx, candidate.id, 'merged');
  await closeRequest(tx, waiting.id, { status: 'merged', moved });
  await tellEnd(
    call as unknown as Call,
    candidate.id,
    waiting.requestedBy,
    'noticeMerged',
    linkTo(kind, survivorId, loserId),
    {
      survivor: survivor.name,
      loser: loser.name,
    },
  );
  await log(call as unknown as Call, 'approve', candidate.id, survivor.name, { kind, survivorId, loserId, moved });
  call.answer.msg = call.say('registry.duplicate.merged');
  return { id: waiting.id, survivorId, movedCounts: moved };
}

/** R65: they are two. A merge that waits is turned down with it, by somebody else who could have agreed, or taken back by whoever asked. */
export async function dismiss(call: Call<typeof dismissPair>): Promise<{ id: number; status: string }> {
  const { kind, survivorId, loserId, reason } = call.body;
  const { tx } = call;
  const candidate = await findCandidate(tx, kind, survivorId, loserId);
  if (!candidate) throw notFound();
  if (candidate.status === 'merged' || candidate.status === 'notDuplicate')
    throw refusal('mergeState', 'registry.duplicate.mergeState');
  const [one, other] = await subjectsOf(tx, kind, [survivorId, loserId]);
  const waiting = candidate.status === 'requested' ? await waitingMerge(tx, candidate.id) : null;
  if (waiting) {
    const isOwn = waiting.requestedBy === call.actor.userId;
    if (!isOwn && !call.actor.actions.has('pri:duplicate:approve'))
      throw refusal('mergeRequested', 'registry.duplicate.onlyApprover');
    await closeRequest(tx, waiting.id, { status: 'refused' });
    await tellEnd(
      call as unknown as Call,
      candidate.id,
      isOwn ? null : waiting.requestedBy,
      'noticeRefused',
      linkTo(kind, survivorId, loserId),
      {
        survivor: one.name,
        loser: other.name,
      },
    );
  }
  await settleCandidate(tx, candidate.id, 'notDuplicate', reason || null);
  await log(call as unknown as Call, 'dismiss', candidate.id, one.name, { kind, survivorId, loserId, reason });
  call.answer.msg = call.say('registry.duplicate.dismissed');
  return { id: candidate.id, status: 'notDuplicate' };
}

async function tellEnd(
  call: Call,
  candidateId: number,
  userId: number | null,
  key: string,
  linkPath: string,
  args: { survivor: string; loser: string },
): Promise<void> {
  await closeTask(call.tx, task, candidateId);
  if (userId === null) return;
  await notify(call.tx, {
    userIds: [userId],
    type: 'notice',
    title: { key: `registry.duplicate.${key}`, args },
    content: { key: `registry.duplicate.${key}`, args },
    linkPath,
  });
}
