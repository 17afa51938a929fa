import { Client } from 'pg';
import { databaseSettings, superuserLogin } from '#db/settings.ts';
const db = new Client(superuserLogin(databaseSettings(process.argv[2]))); await db.connect();
console.table((await db.query(process.argv[3] as string)).rows); await db.end();
