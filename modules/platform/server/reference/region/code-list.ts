import { refusal } from '#kit/contract/errors.ts';
import { isRegionCode, levelOf, parentOf } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Call, type Route, servePrepared } from '#kit/server/http/call.ts';
import type { JobOutcome, JobRun } from '#kit/server/jobs/job.ts';
import { checkZip, type RawCell, readWorkbook } from '#kit/server/sheets/read-workbook.ts';
import { regionDiff } from '#modules/platform/contract/reference/sys-region.ts';
import { referenceChanged } from '../reference-changed.ts';
import { type Difference, startDifference } from './ask-recode.ts';
import { type NewPlace, spoken } from './place-names.ts';
import { regionName } from './regions.ts';
import { abolishPlaces, addPlaces, renamePlaces, usedRegions } from './sys-region.ts';

// Chinese in this file: the columns of an official list are found by their Chinese heads.

const maxRows = 50_000;
/** More changes than this are no yearly list but another country. */
const maxChanges = 20_000;

interface Listed {
  readonly places: Map<number, string>;
  readonly wrong: { row: number; text: string }[];
}

/** Codes of 2, 4, 6, 9 or 12 digits beside names; where the columns stand is told by their heads, else they are the first two. */
async function readList(path: string): Promise<Listed> {
  const places = new Map<number, string>();
  const wrong: Listed['wrong'] = [];
  let [codeAt, nameAt] = [0, 1];
  let isFirst = true;
  for await (const batch of readWorkbook(path, maxRows, 2_000)) {
    for (const { number, values } of batch) {
      if (isFirst) {
        isFirst = false;
        const heads = values.map((cell) => String(cell ?? ''));
        const found = [
          heads.findIndex((one) => /代码|代碼|code/i.test(one)),
          heads.findIndex((one) => /名称|名稱|name/i.test(one)),
        ];
        if (found.every((at) => at >= 0)) {
          [codeAt = 0, nameAt = 1] = found;
          continue;
        }
      }
      const code = codeFrom(values[codeAt] ?? null);
      const name = String(values[nameAt] ?? '').trim();
      if (code !== null && name) places.set(code, levelOf(code) === 5 ? spoken(name) : name);
      else if (values.some((cell) => cell !== null && cell !== ''))
        wrong.push({ row: number, text: values.slice(0, 4).join(' ').slice(0, 80) });
    }
  }
  return { places, wrong };
}

function codeFrom(cell: RawCell): number | null {
  const text = String(cell ?? '').trim();
  if (!/^\d{2}(\d{2}(\d{2}(\d{3}(\d{3})?)?)?)?$/.test(text)) return null;
  const code = Number(text.padEnd(12, '0'));
  return isRegionCode(code) ? code : null;
}

interface Kept {
  code: number;
  name: string;
  status: string;
}

/**
 * What is left out counts as gone only beside others of the same parent, where the list holds that parent too: a list of one county says nothing
 * of the other counties, one of townships nothing of villages. What stood below a place that is gone is gone with it.
 */
async function differenceOf(database: Database, call: Pick<Call, 'actor'>, { places, wrong }: Listed) {
  const [rows] = await database.read<[Kept]>(call.actor.scope, {
    text: 'select code, name, status from platform.sys_region order by code',
    values: [],
  });
  const kept = new Map(rows.map((row) => [row.code, row]));
  const isThere = (code: number) => places.has(code) || kept.get(code)?.status === 'active';
  const added: NewPlace[] = [];
  const renamed: Difference['renamed'] = [];
  let same = 0;
  for (const [code, name] of [...places].sort(([a], [b]) => a - b)) {
    const parent = parentOf(code);
    const old = kept.get(code);
    if (parent !== null && !isThere(parent)) wrong.push({ row: 0, text: `${code} ${name}` });
    else if (old?.status !== 'active') added.push({ code, name });
    else if (old.name === name) same += 1;
    else renamed.push({ code, name, oldName: old.name });
  }
  const told = new Set([...places.keys()].map(parentOf).filter((code) => code !== null && places.has(code)));
  const missing = new Set<number>();
  for (const { code, status } of rows) {
    const parent = parentOf(code);
    if (status === 'active' && !places.has(code) && parent !== null && (told.has(parent) || missing.has(parent)))
      missing.add(code);
  }
  if (added.length + renamed.length + missing.size > maxChanges)
    throw refusal('region.otherList', 'platform.sysRegion.otherList');
  const used = await usedRegions(database, [...missing]);
  const gone = [...missing].map((code) => ({ code, name: kept.get(code)?.name ?? '', used: used.has(code) }));
  return { added, renamed, gone, wrong: wrong.slice(0, 200), same };
}

export const codeListRoutes = (): Route[] => [
  servePrepared(
    'platform',
    regionDiff,
    async (call) => {
      await checkZip(call.upload.path, call.upload.size);
      const listed = await readList(call.upload.path);
      if (listed.places.size === 0) throw refusal('region.noList', 'platform.sysRegion.noList');
      return differenceOf(call.database, call, listed);
    },
    async (call, { added, renamed, gone, wrong, same }) => {
      const names = new Map(added.map(({ code, name }) => [code, name]));
      const parentName = (code: number) => {
        const parent = parentOf(code);
        return parent === null ? null : (regionName(parent) ?? names.get(parent) ?? null);
      };
      const changes = added.length + renamed.length + gone.length;
      const jobId =
        call.body.mode === 'commit' && changes > 0
          ? await startDifference(call as unknown as Call, call.say('platform.sysRegion.codeList'), {
              added,
              renamed,
              gone,
            })
          : null;
      const withParent = <P extends NewPlace>(list: P[]) =>
        list.map((one) => ({ ...one, parentName: parentName(one.code) }));
      return { added: withParent(added), renamed: withParent(renamed), gone: withParent(gone), wrong, same, jobId };
    },
  ),
];

/** New places first, parents before children; what people still stand on stays and is counted aloud. */
export async function commitDifference(run: JobRun, { added, renamed, gone }: Difference): Promise<JobOutcome> {
  const free = gone.filter((one) => !one.used);
  await run.database.transaction(run.actor.scope, async (tx) => {
    if (added.length > 0) await addPlaces(tx, added);
    if (renamed.length > 0) await renamePlaces(tx, renamed);
    if (free.length > 0)
      await abolishPlaces(
        tx,
        free.map((one) => one.code),
      );
    await referenceChanged(tx, run.database, 'regions');
  });
  const left = gone.length - free.length;
  const message = run.say('platform.sysRegion.listDone', {
    added: added.length,
    renamed: renamed.length,
    gone: free.length,
    left,
  });
  return { status: left > 0 ? 'partly' : 'succeeded', message };
}
