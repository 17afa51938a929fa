import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { databaseSettings, superuserLogin } from '#db/settings.ts';
const db = new Client(superuserLogin(databaseSettings(process.argv[2] ?? 'mulian_world'))); await db.connect();
for (const q of (process.argv[3] ?? '').split(';').filter(Boolean)) { try { console.table((await db.query(q)).rows); } catch (e) { console.log(String(e)); } } await db.end();
