import { invalid, refusal, type TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { onForget } from '#kit/server/forget.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { importRows, registerAdder } from '#kit/server/sheets/import-rows.ts';
import { sendTemplate } from '#kit/server/sheets/template.ts';
import { today } from '#kit/server/today.ts';
import { countSheet, type SheetLine } from '#modules/prevention/contract/census/census.ts';
import {
  headColumns,
  importSheets,
  sheetImport,
  sheetTemplate,
} from '#modules/prevention/contract/census/census-import.ts';
import { count, type Given, merged, open } from './sheets.ts';

/** Counts of villages from a workbook: the platform reads the rows, each is written as the form writes it. */
export function importRoutes(): Route[] {
  registerAdder(sheetImport, (call, values) => countRow(call, values as Row));
  return [
    serve('prevention', importSheets, (call) => importRows(call as unknown as Call, sheetImport)),
    serve('prevention', sheetTemplate, async (call) =>
      sendTemplate(call as unknown as Call, sheetImport, await waiting(call as unknown as Call)),
    ),
  ];
}

/** As many as a workbook of one township has. */
const mostWaiting = 2_000;

/** The households nobody has counted yet, village by village, where the caller looks after them: heads are all that is left to write. */
async function waiting({ database, actor, language }: Call): Promise<Record<string, string | null>[]> {
  const [rows] = await database.read<
    [{ regionCode: number; name: string; code: string; round: string; counter: string | null }]
  >(actor.scope, {
    text: `select p.region_code as "regionCode", p.principal_unit_name as name, coalesce(p.farm_code, p.id::text) as code, r.name as round,
               (select f.name from registry.staff f where f.id = s.staff_id) as counter
             from prevention.census_sheet s join prevention.census_round r on r.id = s.round_id join registry.principal p on p.id = s.principal_id
             where s.tenant_no = kit.tenant() and s.status = 'todo' and r.status = any ($1) order by p.region_code, p.id, r.id limit ${mostWaiting}`,
    values: [[...open]],
  });
  return rows.map(({ regionCode, name, code, round, counter }) => ({
    village: lookups().regionName(regionCode, language),
    holderName: name,
    holderCode: code,
    roundName: round,
    countedOn: today(),
    counter,
  }));
}

type Row = Readonly<Record<string, string | number | null>> & {
  readonly village: string | null;
  readonly holderName: string | null;
  readonly holderCode: string | null;
  readonly roundName: string | null;
  readonly countedOn: string;
  readonly counter: string | null;
  readonly missingTags: string | null;
  readonly foreignTags: string | null;
};

interface Found {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly round: string;
  readonly roundStatus: string;
  readonly species: readonly string[];
  readonly staffId: number | null;
  readonly countedOn: string | null;
  readonly lines: readonly SheetLine[];
  readonly missingTags: readonly string[];
  readonly foreignTags: readonly string[];
}

const wrong = (field: string, key: string, args?: TextArgs) =>
  invalid([{ field, key: `prevention.censusSheet.${key}`, ...(args && { args }) }]);

/** One household. What stands there already is left as it is, so that a file sent twice changes nothing more. */
async function countRow(call: Call, row: Row): Promise<void> {
  const sheet = chosen(await sheetsOf(call.tx, await holderOf(call.tx, row)), row.roundName);
  const given = givenOf(row, sheet.species);
  const staffId = row.counter ? await counterOf(call.tx, row.counter, sheet.staffId) : undefined;
  if (sheet.status === 'checked') throw refusal('checked', 'prevention.censusSheet.importChecked');
  const twice = rowsOf(call.traceId);
  if (twice.has(sheet.id)) throw refusal('twice', 'prevention.censusSheet.importTwice');
  const isSame =
    sheet.status !== 'todo' && factsOf(sheet) === factsOf(given) && (staffId ?? sheet.staffId) === sheet.staffId;
  if (isSame && sheet.status === 'questioned') throw refusal('questioned', 'prevention.censusSheet.importQuestioned');
  if (!isSame) await count({ ...call, endpoint: countSheet }, sheet.id, sheet.version, given, staffId);
  twice.add(sheet.id);
}

/** By its number or its phone, or by its name where it lives; somebody of that name in another village is somebody else. */
async function holderOf(tx: Tx, row: Row): Promise<number> {
  const { holderCode, holderName, village } = row;
  if (!holderCode && !holderName) throw invalid([{ field: 'holderName', key: 'error.field.required' }]);
  const place =
    village && (/^\d{12}$/.test(village) ? Number(village) : lookups().regionCode(village, tx.scope.tenantNo));
  const by = holderCode
    ? '(p.farm_code = $1 or p.id = $5::bigint or p.contact_phone_hash = $6) and ($2::text is null or p.principal_unit_name = $2)'
    : 'coalesce($1::text, $5::text, $6::text) is null and p.principal_unit_name = $2';
  const found = await tx.query<{ id: number }>(
    `select p.id from registry.principal p where p.tenant_no = kit.tenant() and p.status <> 'merged' and ${by}
       and ($3::bigint is null or p.region_code = $3)
       and ($4::text is null or exists (select 1 from platform.sys_region g where g.code = p.region_code and g.name = $4))
     order by p.id limit 2`,
    [
      holderCode,
      holderName,
      place || null,
      place ? null : village,
      /^\d{1,15}$/.test(holderCode ?? '') ? holderCode : null,
      holderCode && searchHash(holderCode, tx.scope.tenantNo),
    ],
  );
  const [holder] = found;
  const field = holderCode ? 'holderCode' : 'holderName';
  if (!holder) throw wrong(field, 'holderUnknown');
  if (found.length > 1) throw wrong(field, 'holderSeveral');
  return holder.id;
}

const sheetsOf = (tx: Tx, principalId: number): Promise<Found[]> =>
  tx.query<Found>(
    `select s.id, s.version, s.status, r.name as round, r.status as "roundStatus", r.species, s.staff_id as "staffId", to_char(s.counted_on, 'YYYY-MM-DD') as "countedOn",
       s.lines, s.missing_tags as "missingTags", s.foreign_tags as "foreignTags"
     from prevention.census_sheet s join prevention.census_round r on r.id = s.round_id where s.tenant_no = kit.tenant() and s.principal_id = $1 order by s.id desc`,
    [principalId],
  );

/** Of the round that is named; unnamed, of the one that is open. */
function chosen(sheets: readonly Found[], round: string | null): Found {
  const asked = round ? sheets.filter((one) => one.round === round) : sheets;
  if (asked.length === 0) throw wrong('roundName', 'noSheet');
  const going = asked.filter((one) => open.has(one.roundStatus));
  const [sheet] = going;
  if (!sheet) throw wrong('roundName', 'roundClosed');
  if (going.length > 1) throw wrong('roundName', 'roundsOpen', { names: going.map((one) => one.round).join('、') });
  return sheet;
}

/** An empty cell is none; a row without any number is not a household without animals: it was not filled in. */
function givenOf(row: Row, species: readonly string[]): Given {
  const filled = headColumns.filter(({ name }) => row[name] !== null);
  if (filled.length === 0) throw wrong('lines', 'importNoHeads');
  const strange = filled.find((one) => !species.includes(one.species) && row[one.name] !== 0);
  if (strange) throw wrong(strange.name, 'speciesNotCounted');
  const lines = filled
    .filter((one) => species.includes(one.species))
    .map(({ name, kind, ...one }) => ({ ...one, tagged: 0, untagged: 0, [kind]: row[name] as number }));
  return {
    countedOn: row.countedOn,
    lines: merged(lines),
    missingTags: tagsOf(row.missingTags),
    foreignTags: tagsOf(row.foreignTags),
  };
}

const tagsOf = (text: string | null): string[] => [...new Set((text ?? '').split(/[\s、,，;；]+/).filter(Boolean))];

/** Who went there: paid for the sheet once it is checked. */
async function counterOf(tx: Tx, name: string, charged: number | null): Promise<number> {
  const found = await tx.query<{ id: number }>(
    `select id from registry.staff where tenant_no = kit.tenant() and name = $1 and status = 'active' order by id = $2 desc nulls last, id limit 2`,
    [name, charged],
  );
  const [staff] = found;
  if (!staff) throw wrong('counter', 'counterUnknown');
  if (found.length > 1 && staff.id !== charged) throw wrong('counter', 'counterSeveral');
  return staff.id;
}

type Facts = Pick<Found, 'countedOn' | 'lines' | 'missingTags' | 'foreignTags'>;
const factsOf = ({ countedOn, lines, missingTags, foreignTags }: Facts) =>
  JSON.stringify([
    countedOn,
    lines.map((one) => `${one.species} ${one.stage} ${one.tagged} ${one.untagged}`).toSorted(),
    missingTags.toSorted(),
    foreignTags.toSorted(),
  ]);

const mostFiles = 32;
const filesRead = new Map<string, Set<number>>();
onForget(() => filesRead.clear());

/** The households a file has told of so far: the second time one of the two is wrong, and nobody knows which. */
function rowsOf(file: string): Set<number> {
  const there = filesRead.get(file);
  if (there) return there;
  const [oldest] = filesRead.keys();
  if (oldest !== undefined && filesRead.size >= mostFiles) filesRead.delete(oldest);
  const made = new Set<number>();
  filesRead.set(file, made);
  return made;
}
