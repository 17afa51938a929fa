import { Client } from 'pg';
import { databaseSettings, superuserLogin } from '#db/settings.ts';
const c = new Client(superuserLogin(databaseSettings(), databaseSettings().database)); await c.connect();
for (const q of process.argv.slice(2)) { const r = await c.query(q); console.log(JSON.stringify(r.rows).slice(0,3000)); }
await c.end();
