import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings } from '#db/settings.ts';
import { registerJob } from '#kit/server/jobs/job.ts';
import { keepRefused } from '#kit/server/jobs/job-error.ts';
import { newBoss, queueName } from '#kit/server/jobs/queue.ts';
import { serviceUnavailable } from '#kit/server/service-unavailable.ts';

/** R108: a job may be begun several times, and at one time by two; it is done once. */
let world: World;
let boss: ReturnType<typeof newBoss>;
beforeAll(async () => {
  world = await openWorld({ worker: true });
  boss = newBoss(appLogin(databaseSettings(world.name)), { max: 1 });
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await world.close();
});

const start = async (kind: string): Promise<number> => {
  const [job] = await world.sql(
    `insert into kit.job (tenant_no, user_id, kind, title) select tenant_no, id, $1, '试' from platform.sys_user where username = 'tl_region' returning id::int, user_id::int`,
    [kind],
  );
  await boss.send(queueName, { id: job.id, tenantNo: 1505, userId: job.user_id });
  return job.id;
};
const rowOf = async (id: number) => (await world.sql('select * from kit.job where id = $1', [id]))[0];

describe('an attempt', () => {
  it('that was thought dead commits no batch and ends no job once another one has it', async () => {
    const paused = Promise.withResolvers<void>();
    const [begun, over]: [number[], number[]] = [[], []];
    registerJob('test.paused', async (run) => {
      const { attempts } = run.row;
      try {
        await run.database.transaction(run.actor.scope, async (tx) => {
          await keepRefused(tx, run, [{ number: attempts, reasons: [], raw: [] }]);
          begun.push(attempts);
          if (attempts === 1) await paused.promise;
          await run.checkpoint(tx, attempts, 0, { attempts });
        });
        return { status: 'succeeded', message: String(attempts) };
      } finally {
        over.push(attempts);
      }
    });
    const id = await start('test.paused');
    await expect.poll(() => begun).toEqual([1]);
    // As the queue does when it has heard nothing for a while.
    await world.sql(
      "update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now() where name = 'job' and data ->> 'id' = $1",
      [String(id)],
    );
    await expect.poll(() => over).toEqual([2]);
    await expect.poll(async () => (await rowOf(id)).status).toBe('succeeded');
    paused.resolve();
    await expect.poll(() => over).toEqual([2, 1]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await rowOf(id)).toMatchObject({
      status: 'succeeded',
      attempts: 2,
      message: '2',
      done: 2,
      checkpoint: { attempts: 2 },
    });
    expect(await world.sql('select row_no from kit.job_error where job_id = $1', [id])).toEqual([{ row_no: 2 }]);
  });

  it('that lost the database or the files is made again from its last batch; one that met a fault is the last', async () => {
    registerJob('test.away', async (run) => {
      const { attempts, checkpoint } = run.row;
      await run.database.transaction(run.actor.scope, async (tx) => {
        if (attempts === 2) throw serviceUnavailable('error.filesAway');
        if (attempts === 3) await tx.query('select pg_terminate_backend(pg_backend_pid())');
        await run.checkpoint(tx, attempts, 0, [...((checkpoint as number[] | null) ?? []), attempts]);
      });
      if (attempts === 1) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
      return { status: 'succeeded' };
    });
    const id = await start('test.away');
    await expect.poll(async () => (await rowOf(id)).status).toBe('succeeded');
    expect(await rowOf(id)).toMatchObject({ attempts: 4, checkpoint: [1, 4] });
    registerJob('test.fault', async () => {
      throw new Error('a fault of the program');
    });
    const other = await start('test.fault');
    await expect.poll(async () => (await rowOf(other)).status).toBe('failed');
    expect(await rowOf(other)).toMatchObject({ attempts: 1, message: expect.any(String) });
  });
});
