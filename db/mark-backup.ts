import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { databaseSettings, ownerLogin } from './settings.ts';

/** Called at the end of a backup by whatever makes it: the security baseline shows when the last one was. */
const { values } = parseArgs({ options: { place: { type: 'string' } } });
if (!values.place) throw new Error('--place says where the backup lies');
const db = new Client(ownerLogin(databaseSettings()));
await db.connect();
await db.query("select set_config('app.tenant', '0', false)");
await db.query('insert into platform.sys_backup (place) values ($1)', [values.place]);
await db.end();
