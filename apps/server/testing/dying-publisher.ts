// Run as a process of its own: works on jobs and dies while it gives a notice to its second batch of people.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { Database, type Tx } from '#kit/server/db/database.ts';
import { compose } from '../compose.ts';
import { quickJobs } from './quick-jobs.ts';

const [name = ''] = process.argv.slice(2);
const transaction = Database.prototype.transaction;
let batches = 0;
Database.prototype.transaction = function <T>(this: Database, scope: Tx['scope'], work: (tx: Tx) => Promise<T>) {
  return transaction.call(this, scope, (tx: Tx) => {
    const query: Tx['query'] = async (text, values) => {
      const rows = await tx.query(text, values);
      if (text.includes('deliver_notice_at')) batches += 1;
      if (batches === 2) process.kill(process.pid, 'SIGKILL');
      return rows as never;
    };
    return work({ ...tx, query });
  }) as Promise<T>;
};

await compose({
  login: appLogin(databaseSettings(name)),
  root,
  pool: 4,
  worker: true,
  jobs: quickJobs,
  files: { driver: 'disk', folder: join(tmpdir(), `files-of-${name}`) },
});
