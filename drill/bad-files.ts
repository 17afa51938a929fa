import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as make from '#apps/server/testing/sample-files.ts';
import { tokenOf } from '../bench/world.ts';
import { copyWorld, dropCopy, figure, forget } from './fixtures.ts';
import { Program } from './program.ts';
import { Report } from './report.ts';
import { type Answer, send } from './wire.ts';

const megabyte = 1024 * 1024;
const sheet = (inside: string, more: Record<string, string> = {}) =>
  make.zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': inside,
    ...more,
  });

interface Case {
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly bytes: Buffer;
}

const upload = (name: string, bytes: Buffer, file = 'photo.jpg'): Case => ({
  name,
  bytes,
  file,
  path: 'sys/file/upload',
});
const importing = (name: string, bytes: Buffer, file = 'sheet.xlsx'): Case => ({
  name,
  bytes,
  file,
  path: 'pri/principal/info/import',
});

async function badOnes(): Promise<Case[]> {
  const bomb = '<worksheet>'.padEnd(300 * megabyte, ' ');
  return [
    upload('a program called a photo', make.exe()),
    upload('a page with a script', make.html(), 'page.html'),
    upload('a page called a photo', make.html()),
    upload('a drawing with a script', make.svg('<script>alert(1)</script>'), 'logo.svg'),
    upload('a drawing called a photo', make.svg('<script>alert(1)</script>'), 'logo.png'),
    upload('a sheet with macros', await make.xlsm(), 'macro.xlsx'),
    upload('nothing', Buffer.alloc(0)),
    upload('a picture of 400 million points', make.pngBomb(), 'map.png'),
    upload('a picture that is also a page', Buffer.concat([make.gif(), make.html()]), 'both.gif'),
    importing('a bomb of 300 MB', await sheet(bomb)),
    importing(
      'five hundred parts',
      await sheet('<worksheet/>', Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`xl/x${n}.xml`, 'x']))),
    ),
    importing('a paper called a sheet', make.pdf()),
    importing('a text called a sheet', Buffer.from('a,b\n1,2\n')),
    importing('a sheet of 25 MB', Buffer.concat([await make.xlsx(), Buffer.alloc(25 * megabyte)])),
    importing('a program called a sheet', make.exe()),
  ];
}

/** T9: what must not come in does not, is refused quickly, and costs the server little. */
export async function drillFiles(): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('files');
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const api = await Program.start('api', {
    MULIAN_DB: settings.database,
    MULIAN_LOG: 'silent',
    MULIAN_FILES: 'disk',
    MULIAN_FILES_FOLDER: join(folder, 'files'),
  });
  try {
    const token = await tokenOf(db, 'tl_region');
    const ask = (one: Case): Promise<Answer> =>
      send(api.port, {
        path: one.path,
        token,
        body: one.path.endsWith('import') ? { mode: 'commit' } : { bizType: 'registry.principal' },
        file: { bytes: one.bytes, name: one.file },
      });
    const photo = await make.photo('png');
    // The control: the same call takes what is good, and warms the server up before it is measured.
    const good = await ask(upload('good', photo, '../../etc/passwd\u202egnp.png'));
    report.add(
      'control, a good picture with a name that is a path: taken, called',
      `${good.code}, ${good.data?.fileName}`,
      'taken, without path or turned letters',
      good.code === 200 && !/[\\/\u202e]/.test(good.data?.fileName ?? '/'),
    );
    const files = () => figure(db, 'select count(*) from kit.file');
    const jobs = () => figure(db, 'select count(*) from kit.job');
    const before = [await files(), await jobs(), api.memory()] as const;
    let slowest = 0;
    let taken = 0;
    const cases = await badOnes();
    for (const one of cases) {
      const began = performance.now();
      const answer = await ask(one).catch(() => null);
      const ms = performance.now() - began;
      slowest = Math.max(slowest, ms);
      const isRefused = answer !== null && answer.code !== 200 && (answer.status < 500 || answer.bizCode !== undefined);
      if (!isRefused) taken += 1;
      report.add(
        one.name,
        answer ? `${answer.status} ${answer.bizCode ?? ''} ${answer.msg}` : 'no answer',
        'refused',
        isRefused,
      );
    }
    report.add(`taken in, of ${cases.length}`, taken, 0);
    report.add('slowest refusal, ms', Math.round(slowest), '< 5,000, the sending included', slowest < 5_000);
    const grown = api.peak() - before[2];
    report.add('more memory at the most, MB', grown, '< 150', grown < 150);
    report.add('files and jobs left behind', (await files()) - before[0] + (await jobs()) - before[1], 0);
    const still = await ask(upload('good', photo, 'a.png'));
    report.add('the server afterwards', still.code, 200);
  } finally {
    await api.stop();
    forget(folder);
    await dropCopy({ settings, db });
  }
  return report;
}
