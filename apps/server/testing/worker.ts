// Run as a process of its own: works on the jobs of a test's database, in batches of a few rows, until it is killed.
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { compose } from '../compose.ts';
import { quickJobs } from './quick-jobs.ts';

const [name = '', folder = '', importBatch = '500'] = process.argv.slice(2);
await compose({
  login: appLogin(databaseSettings(name)),
  root,
  pool: 4,
  worker: true,
  jobs: { ...quickJobs, importBatch: Number(importBatch) },
  files: { driver: 'disk', folder },
});
