import { Client } from 'pg';
import { openSession } from '#apps/server/testing/sessions.ts';
import { databaseSettings, superuserLogin } from '#db/settings.ts';

const db = new Client(superuserLogin(databaseSettings(process.env.MULIAN_DB ?? 'mulian')));
await db.connect();
const sql = async (t: string, p?: unknown[]) => (await db.query(t, p as any[])).rows;
const out: Record<string, string> = {};
for (const u of process.argv.slice(2)) out[u] = await openSession({ sql } as any, u);
console.log(JSON.stringify(out));
await db.end();
