import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insider, type Outsider, outsiders, ownCounty } from '#apps/server/testing/outsiders.ts';
import { drillFaults, rowFaults, sumFaults } from '#apps/server/testing/report-proof.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { rowsOf } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { root } from '#db/settings.ts';
import { languages } from '#kit/contract/envelope.ts';
import { within } from '#kit/contract/region.ts';
import { type AnyReport, type ReportAnswer, reportEndpoints, reportKeys } from '#kit/contract/report.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { allReports } from '#modules/index.contract.ts';
import { builtPages } from '#tools/built-pages.ts';

/** Every report of every module: its numbers add up, are the lists behind them, and are of nobody else. */
let world: World;
let inside: Person;
/** Sees the whole tenant with every permission. */
let wide: Person;
/** The same at a bank, whose figures are nobody's by region. */
let bank: Person;
let outside: Outsider[];
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  outside = await outsiders(world);
  inside = await insider(world);
  await makeMaster(world, 'wide', 'tl_region');
  wide = world.person(await openSession(world, 'wide'));
  await makeMaster(world, 'wide_bank', 'bank1');
  bank = world.person(await openSession(world, 'wide_bank'));
});
afterAll(() => world.close());

const texts = new Texts(root);
const county = ownCounty * 1e6;
const read = async (who: Person, report: AnyReport, query = ''): Promise<ReportAnswer> => {
  const answer = await who.get(`${report.path}${query}`);
  expect(answer.code, JSON.stringify(answer).slice(0, 400)).toBe(200);
  return answer.data as ReportAnswer;
};
/** Who is shown figures at all. */
const readerOf = async (report: AnyReport): Promise<Person> => {
  const { rows } = await read(wide, report);
  return rows.length > 0 ? wide : bank;
};
const isRegional = (report: AnyReport) => (report.groups ?? ['region']).includes('region');
let opened = 0;

describe.each(allReports.map((report) => [`${report.module}.${report.name}`, report] as const))(
  '%s',
  (_name, report) => {
    it('has its texts in three languages and a screen that is open', async () => {
      for (const language of languages)
        expect(
          reportKeys(report).filter((key) => !texts.has(key, language)),
          language,
        ).toEqual([]);
      expect(builtPages(root).has(report.screen)).toBe(true);
      const [menu] = await world.sql('select status from platform.sys_menu where path = $1 and menu_type = 3', [
        report.screen,
      ]);
      expect(menu).toMatchObject({ status: 'enabled' });
    });

    it('answers as its schema says, whatever the rows are', async () => {
      const { read: endpoint } = reportEndpoints(report);
      for (const by of report.groups ?? ['region'])
        for (const reader of new Set([wide, await readerOf(report)]))
          expect(endpoint.data.safeParse(await read(reader, report, `?by=${by}`)).error?.issues ?? []).toEqual([]);
    });

    it('the rows make the total, and every row is what its region says of itself', async () => {
      const reader = await readerOf(report);
      const above = await read(reader, report);
      expect(above.rows.length).toBeGreaterThan(0);
      expect(sumFaults(report, above)).toEqual([]);
      if (!isRegional(report)) return;
      const faults: string[] = [];
      for (const row of above.rows.filter((one) => one.regionCode === county || one.hasBelow).slice(0, 3)) {
        const below = await read(reader, report, `?regionCode=${row.regionCode}`);
        faults.push(...rowFaults(report, row, below), ...sumFaults(report, below));
      }
      expect(faults).toEqual([]);
    });

    it('every number opens a list of as many rows', async () => {
      const place = await drillFaults(report, await read(inside, report), inside);
      const whole = await drillFaults(report, await read(wide, report), wide, 3);
      opened += place.opened + whole.opened;
      expect([...place.faults, ...whole.faults]).toEqual([]);
    });

    it('nobody counts what is not theirs', async () => {
      const above = await read(await readerOf(report), report);
      for (const { name, person } of outside) {
        const asked = await person.get(`${report.path}?regionCode=${county}`);
        if (name === 'other party') {
          // No region is theirs: they are refused, or shown their own rows of any, which are few.
          const given = await person.get(report.path);
          expect([200, 403]).toContain(given.code);
          const own = (given.data as ReportAnswer | null)?.total ?? {};
          for (const [column, value] of Object.entries(own))
            if (typeof value === 'number' && value > 0 && report.columns[column].kind === 'count')
              expect([column, value]).not.toEqual([column, above.total[column]]);
          continue;
        }
        expect([name, asked.code]).toEqual([name, 403]);
        const own = await read(person, report);
        expect(own.rows.filter((row) => row.regionCode && within(row.regionCode, county))).toEqual([]);
        const row = above.rows.find((one) => one.regionCode === own.regionCode);
        if (name === 'other county' && row) expect(rowFaults(report, row, own)).toEqual([]);
      }
    });

    it('leaves as a workbook', async () => {
      const { export: sheet } = reportEndpoints(report);
      const { bytes, type } = await world.download(inside, sheet.path, {});
      expect(type).toContain('spreadsheetml');
      const { rows } = await read(inside, report);
      // A heading, the rows and the total.
      expect((await rowsOf(bytes)).length).toBe(rows.length + 2);
    });
  },
);

describe('controls', () => {
  it('numbers were opened, and reports were there', () => {
    expect(allReports.length).toBeGreaterThan(8);
    expect(opened).toBeGreaterThan(60);
  });

  it('a total that is out, a row that is out and a list that is out are seen', async () => {
    const report = allReports.find((one) => one.path === 'ant/stat/census') as AnyReport;
    const right = await read(wide, report);
    const [first, ...others] = right.rows;
    if (!first) throw new Error('no rows');
    const wrong = { ...first, sheets: Number(first.sheets) + 1 };
    const answer = { ...right, rows: [wrong, ...others] };
    expect(sumFaults(report, answer)).toHaveLength(1);
    expect(
      rowFaults(report, wrong, await read(wide, report, `?regionCode=${first.regionCode}`)).length,
    ).toBeGreaterThan(0);
    expect((await drillFaults(report, answer, wide, 1)).faults).toHaveLength(1);
  });
});
