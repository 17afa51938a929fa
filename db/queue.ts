import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { givenUpQueue, queueName, queueSchema } from '#kit/server/jobs/queue.ts';
import { type DatabaseSettings, ownerLogin } from './settings.ts';

/** pg-boss keeps its own tables; the owner makes them, the program only works with them. They hold ids of jobs, nothing of a tenant. */
export async function prepareQueue(settings: DatabaseSettings): Promise<void> {
  const login = ownerLogin(settings);
  const boss = new PgBoss({ ...login, schema: queueSchema, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const exists = await boss.getQueue(queueName);
  // A worker that dies is noticed by its missing heartbeat, and the job starts again after its last batch.
  if (!exists)
    await boss.createQueue(queueName, {
      retryLimit: 5,
      retryDelay: 1,
      expireInSeconds: 6 * 3600,
      heartbeatSeconds: 10,
    });
  // A job no worker lives to finish comes to its end here: its row must not stay running for ever.
  if (!(await boss.getQueue(givenUpQueue))) await boss.createQueue(givenUpQueue, { retryLimit: 100, retryDelay: 60 });
  if (exists?.deadLetter !== givenUpQueue) await boss.updateQueue(queueName, { deadLetter: givenUpQueue });
  await boss.stop({ graceful: false });
  const db = new Client(login);
  await db.connect();
  await db.query(
    `grant usage on schema ${queueSchema} to mulian_app;
     grant select, insert, update, delete on all tables in schema ${queueSchema} to mulian_app;
     grant execute on all functions in schema ${queueSchema} to mulian_app`,
  );
  await db.end();
}
