import { Client } from 'pg';
import { type DatabaseSettings, superuserLogin } from './settings.ts';

/**
 * The part that needs a superuser, once per cluster and database: three login roles, the role that owns narrow functions
 * (it can log in nowhere), the database, and PostGIS.
 */
export async function bootstrap(settings: DatabaseSettings): Promise<void> {
  const cluster = new Client(superuserLogin(settings, 'postgres'));
  await cluster.connect();
  try {
    // Several processes may prepare their databases at once; roles belong to the whole cluster.
    await cluster.query('select pg_advisory_lock(7301)');
    for (const [role, password] of [
      ['mulian_owner', settings.ownerPassword],
      ['mulian_app', settings.appPassword],
      ['mulian_auditor', settings.auditorPassword],
      ['mulian_narrow', null],
    ] as const) {
      const known = await cluster.query('select 1 from pg_roles where rolname = $1', [role]);
      if (known.rowCount === 0)
        await cluster.query(`create role ${role} nosuperuser nocreatedb nocreaterole nobypassrls`);
      if (password) await cluster.query(`alter role ${role} login password ${cluster.escapeLiteral(password)}`);
    }
    await cluster.query('grant mulian_narrow to mulian_owner');
    const exists = await cluster.query('select 1 from pg_database where datname = $1', [settings.database]);
    if (exists.rowCount === 0) {
      await cluster.query(`create database ${cluster.escapeIdentifier(settings.database)} owner mulian_owner`);
    }
  } finally {
    await cluster.end();
  }
  const database = new Client(superuserLogin(settings));
  await database.connect();
  try {
    await database.query('create extension if not exists postgis');
    // Ranges that may not overlap within one material.
    await database.query('create extension if not exists btree_gist');
    await database.query('revoke all on schema public from public');
    await database.query('grant usage on schema public to mulian_owner, mulian_app, mulian_narrow');
    await database.query(
      `grant connect, create on database ${database.escapeIdentifier(settings.database)} to mulian_owner`,
    );
    await database.query(`grant create on database ${database.escapeIdentifier(settings.database)} to mulian_narrow`);
  } finally {
    await database.end();
  }
}
