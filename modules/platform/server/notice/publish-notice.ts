import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { type JobOutcome, type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { carryOf, type Receiver, receiversAfter } from './audience.ts';
import { pushNotice } from './push-notice.ts';
import { fixReceivers, type WrittenNotice, writtenNotice } from './sys-notice.ts';
import { deliverAt } from './sys-notice-receiver.ts';

/** Up to this many people get a notice in the transaction that publishes it; more is a job. */
const atOnce = 500;
const perBatch = 1_000;
const kind = 'publishNotice';

/** Fixes who a notice is for and gives it to them; runs in the transaction of the step that publishes it. */
export async function publishNotice(call: Call, id: number): Promise<void> {
  const notice = await writtenNotice(call.tx, id);
  if (!notice) return;
  const receivers = await receiversAfter(call.tx, notice.audience, carryOf(call.actor), { limit: atOnce + 1 });
  if (receivers.length === 0) throw refusal('notice.nobody', 'platform.sysNotice.nobody');
  if (receivers.length > atOnce) {
    await call.jobs.enqueue(call, {
      kind,
      title: notice.title,
      screenPath: '/anm/notice/content',
      params: { noticeId: id },
    });
    call.answer.msg = call.say('platform.sysNotice.inBackground');
    return;
  }
  await hand(call.tx, notice, receivers);
  await fixReceivers(call.tx, id);
}

async function hand(tx: Tx, { id, type, level }: WrittenNotice, receivers: readonly Receiver[]): Promise<void> {
  const told = await deliverAt(tx, id, receivers);
  await pushNotice(tx, 'new', told, { noticeId: id, type, level });
}

/** Each batch stands or falls with its checkpoint: a job that died goes on after the last one, and nobody is told twice. */
async function publishInBatches(run: JobRun): Promise<JobOutcome> {
  const { noticeId } = run.row.params as { noticeId: number };
  const carry = carryOf(run.actor);
  let { after, done } = (run.row.checkpoint as { after: number; done: number } | null) ?? { after: 0, done: 0 };
  for (;;) {
    const more = await run.database.transaction(run.actor.scope, async (tx) => {
      // Locked, so that whoever withdraws it meanwhile reaches everybody who has it.
      const notice = await writtenNotice(tx, noticeId, true);
      if (notice?.status !== 'published') return false;
      const receivers = await receiversAfter(tx, notice.audience, carry, { after, limit: perBatch });
      await hand(tx, notice, receivers);
      after = receivers.at(-1)?.id ?? after;
      done += receivers.length;
      await run.checkpoint(tx, done, 0, { after, done });
      if (receivers.length < perBatch) await fixReceivers(tx, noticeId);
      return receivers.length === perBatch;
    });
    // What is published stays published: a notice half given is worse than one that cannot be stopped.
    await run.progress(done, more ? done + 1 : done);
    if (!more) return { status: 'succeeded' };
  }
}

export const registerPublishJob = (): void => registerJob(kind, publishInBatches);
