import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DatabaseSettings, root, superuserLogin } from '#db/settings.ts';
import type { Report } from './report.ts';
import { different, sums } from './sums.ts';

const names = [
  'MULIAN_PG_SUPERUSER',
  'MULIAN_PG_PASSWORD',
  'MULIAN_OWNER_PASSWORD',
  'MULIAN_AUDITOR_PASSWORD',
] as const;

/** A key pair as deploy/install makes it: the public half for the machine, the private one for whoever restores. */
function makeKeys(folder: string, name: string): { open: string; secret: string } {
  const home = join(folder, `gpg-${name}`);
  mkdirSync(home, { mode: 0o700 });
  const gpg = (...words: string[]) =>
    execFileSync('gpg', [
      '--batch',
      '--quiet',
      '--homedir',
      home,
      '--pinentry-mode',
      'loopback',
      '--passphrase',
      '',
      ...words,
    ]);
  gpg('--quick-generate-key', `drill ${name}`, 'rsa3072', 'encr', 'never');
  const [open, secret] = [join(folder, `${name}.asc`), join(folder, `${name}-private.asc`)];
  writeFileSync(open, gpg('--armor', '--export'));
  writeFileSync(secret, gpg('--armor', '--export-secret-keys'), { mode: 0o600 });
  execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' });
  return { open, secret };
}

/** The nightly backup as cron makes it, and the way back: encrypted on its way out, readable with the private key alone. */
export async function addNightly(report: Report, settings: DatabaseSettings, db: Client): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mulian-nightly-'));
  const restored = `${settings.database}_back`;
  try {
    const own = makeKeys(folder, 'own');
    const wrong = makeKeys(folder, 'wrong');
    const [etc, backup, files, filesBack] = ['etc', 'backup', 'files', 'files-back'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    for (const each of [etc, backup, join(files, '1505/aa'), filesBack]) mkdirSync(each, { recursive: true });
    writeFileSync(join(files, '1505/aa/photo'), 'a photograph of the drill');
    writeFileSync(join(etc, 'backup.asc'), readFileSync(own.open));
    const write = (database: string, place: string) => {
      writeFileSync(
        join(etc, 'mulian.env'),
        `MULIAN_PG_HOST=${settings.host}\nMULIAN_PG_PORT=${settings.port}\nMULIAN_DB=${database}\nMULIAN_APP_PASSWORD='${settings.appPassword}'\nMULIAN_FILES=disk\nMULIAN_FILES_FOLDER=${place}\n`,
      );
      const values = [settings.superuser, settings.superuserPassword, settings.ownerPassword, settings.auditorPassword];
      writeFileSync(join(etc, 'migrate.env'), names.map((name, at) => `${name}='${values[at]}'\n`).join(''), {
        mode: 0o600,
      });
    };
    const run = (script: string, ...words: string[]) => {
      try {
        execFileSync(join(root, 'deploy', script), words, {
          env: { ...process.env, MULIAN_ETC: etc, MULIAN_BACKUP: backup, MULIAN_HOME: root },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        return 'done';
      } catch (error) {
        return `refused: ${String((error as { stderr?: Buffer }).stderr)
          .trim()
          .split('\n')
          .at(-1)}`;
      }
    };
    write(settings.database, files);
    const then = await sums(db);
    report.add('nightly backup of database and files', run('backup'), 'done');
    const dump = join(backup, readdirSync(backup).find((name) => name.endsWith('.dump.gpg')) ?? 'none');
    const bytes = readFileSync(dump);
    report.add(
      'control: what lies there can be read without the key',
      String(bytes.includes('PGDMP') || bytes.includes('CREATE TABLE')),
      'false',
    );
    const photo = readFileSync(join(backup, 'files/1505/aa/photo.gpg'));
    report.add('and a photograph', String(photo.includes('photograph')), 'false');
    write(restored, filesBack);
    const refused = run('restore', dump, wrong.secret);
    report.add('restored with another key', refused.slice(0, 7), 'refused');
    report.add('restored with the private key', run('restore', dump, own.secret), 'done');
    const back = new Client(superuserLogin({ ...settings, database: restored }));
    await back.connect();
    const differ = different(then, await sums(back));
    await back.end();
    report.add(`tables of the nightly backup that differ, of ${then.size}`, differ.length, 0);
    report.add(
      'the photograph is back',
      readFileSync(join(filesBack, '1505/aa/photo'), 'utf8'),
      'a photograph of the drill',
    );
    const { rows } = await db.query('select place from platform.sys_backup order by id desc limit 1');
    report.add('the security baseline knows of it', String(rows[0]?.place === dump), 'true');
  } finally {
    await db.query(`drop database if exists ${restored} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }
}
