// A second database with the same rows: node tools/copy-database.ts <from> <to>. Nobody may be at work on the first.
import { Client } from 'pg';
import { databaseSettings, superuserLogin } from '#db/settings.ts';

const [from = '', to = ''] = process.argv.slice(2);
const db = new Client(superuserLogin(databaseSettings(), 'postgres'));
await db.connect();
await db.query(`drop database if exists ${db.escapeIdentifier(to)} with (force)`);
await db.query(`create database ${db.escapeIdentifier(to)} template ${db.escapeIdentifier(from)} owner mulian_owner`);
await db.end();
console.log(`${to} is a copy of ${from}`);
