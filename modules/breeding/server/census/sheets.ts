import { invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/breeding/contract/census/census.ts';
import { expectedOf, roundOf, whyNot } from './eligible.ts';
import { type CountedCow, replaceCows } from './mother-census-cow.ts';
import { saveCount } from './mother-census-sheet.ts';

interface Sheet {
  id: number;
  version: number;
  status: string;
  roundId: number;
  principalId: number;
  regionCode: number;
  holder: string;
  untagged: number;
  extraTags: string[];
  countedBy: number | null;
}
const sheetSql = `select s.id, s.version, s.status, s.round_id as "roundId", s.principal_id as "principalId",
    s.region_code as "regionCode", coalesce(h.name, '') as holder, s.untagged, s.extra_tags as "extraTags",
    s.counted_by as "countedBy"
  from breeding.mother_census_sheet s left join breeding.holder_seen h on h.id = s.principal_id where s.id = $1`;

const prepare = (call: Call<typeof contract.prepareSheet>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const [sheet] = await tx.query<Sheet>(sheetSql, [call.query.id]);
    const round = sheet && (await roundOf(tx, sheet.roundId));
    if (!sheet || !round) throw notFound();
    const expected = await expectedOf(tx, round, sheet.principalId);
    const counted = await tx.query<{
      animalId: number;
      seen: string;
      eligible: boolean;
      absentReason: string | null;
      why: string[];
    }>(
      `select animal_id as "animalId", seen, eligible, absent_reason as "absentReason", why
       from breeding.mother_census_cow where tenant_no = kit.tenant() and sheet_id = $1`,
      [sheet.id],
    );
    const byId = new Map(counted.map((one) => [one.animalId, one]));
    return {
      id: sheet.id,
      version: sheet.version,
      status: sheet.status,
      holder: sheet.holder,
      region: shortRegionName(sheet.regionCode, call.language),
      round: round.name,
      countDate: round.countDate,
      untagged: sheet.untagged,
      extraTags: sheet.extraTags,
      cows: expected.map(({ setAside: _, ...cow }) => {
        const own = byId.get(cow.animalId);
        return {
          ...cow,
          why: own?.why ?? whyNot({ ...cow, setAside: _ }, round),
          seen: own?.seen ?? null,
          eligible: own?.eligible ?? null,
          absentReason: own?.absentReason ?? null,
        };
      }),
    };
  });

/** R36, R37: every expected cow is present or absent with a reason; what makes her count is computed, not typed. */
async function count(call: Call<typeof contract.countSheet>) {
  const { tx, body } = call;
  const [sheet] = await tx.query<Sheet>(`${sheetSql} for update of s`, [body.id]);
  const round = sheet && (await roundOf(tx, sheet.roundId));
  if (!sheet || !round) throw notFound();
  if (sheet.version !== body.version) throw staleVersion();
  if (!['todo', 'questioned', 'counted'].includes(sheet.status) || round.status !== 'counting')
    throw refusal('sheetClosed', 'breeding.refusal.sheetClosed');
  if (body.countedOn > today()) throw invalid([{ field: 'countedOn', key: 'error.field.pattern' }]);
  const expected = await expectedOf(tx, round, sheet.principalId);
  const told = new Map(body.cows.map((one) => [one.animalId, one]));
  const missing = expected.filter((cow) => !told.has(cow.animalId));
  if (missing.length > 0)
    throw refusal('cowsMissing', 'breeding.refusal.cowsMissing', { n: missing.length, tag: missing[0]?.earTag ?? '' });
  const used = await tx.query<{ photoId: number | null; sheetId: number }>(
    `select photo_id as "photoId", sheet_id as "sheetId" from breeding.mother_census_cow
     where tenant_no = kit.tenant() and round_id = $1 and photo_id = any ($2) and sheet_id <> $3`,
    [round.id, body.cows.flatMap((one) => one.photoId ?? []), sheet.id],
  );
  const again = new Set(used.map((one) => one.photoId));
  const cows: CountedCow[] = expected.map((cow) => {
    const one = told.get(cow.animalId);
    const seen = one?.seen ?? 'absent';
    if (seen === 'absent' && !one?.absentReason)
      throw refusal('absentReason', 'breeding.refusal.absentReason', { tag: cow.earTag });
    const why = [
      ...whyNot(cow, round),
      ...(seen === 'absent' ? ['notPresent'] : []),
      ...(one?.photoId && again.has(one.photoId) ? ['duplicatePhoto'] : []),
    ];
    return {
      animalId: cow.animalId,
      earTag: cow.earTag,
      breed: cow.breed,
      seen,
      eligible: why.length === 0,
      why,
      parity: cow.parity,
      lastCalvedOn: cow.lastCalvedOn,
      pregnant: cow.pregnant,
      photoId: one?.photoId ?? null,
      absentReason: seen === 'absent' ? (one?.absentReason ?? null) : null,
    };
  });
  await replaceCows(tx, sheet, cows);
  const present = cows.filter((cow) => cow.seen === 'present').length;
  const eligible = cows.filter((cow) => cow.eligible).length;
  const flags = [
    ...(again.size > 0 ? ['samePhoto'] : []),
    ...(expected.length > 4 && present * 2 < expected.length ? ['countGap'] : []),
  ];
  const version = await saveCount(tx, {
    id: sheet.id,
    countedOn: body.countedOn,
    expected: expected.length,
    present,
    eligible,
    absent: expected.length - present,
    untagged: body.untagged,
    extraTags: body.extraTags,
    photoIds: body.photoIds,
    signIds: body.signIds,
    point: body.point,
    flags,
  });
  await linkFiles(tx, [...body.photoIds, ...body.signIds], 'breeding.motherCensusSheet', sheet.id);
  call.answer.msg = call.say('ok.saved');
  return { version, expected: expected.length, present, eligible, absent: expected.length - present, flags };
}

export const sheetRoutes = (): Route[] => [
  ...serveResource(contract.motherCensusSheet)({
    expressions: {
      countedByName: '(select s.name from breeding.technician_seen s where s.user_id = t.counted_by limit 1)',
      extraTags: 'to_jsonb(t.extra_tags)',
    },
    before: {
      transition: async (call, move, row) => {
        const [own] = await call.tx.query<{ by: number | null }>(
          'select counted_by as by from breeding.mother_census_sheet where id = $1',
          [row.id],
        );
        // R38.
        if (own?.by === call.actor.userId) throw refusal('samePerson', 'breeding.refusal.samePerson');
        return move.name === 'question' ? { question: move.remark ?? null } : { checkedBy: call.actor.userId };
      },
    },
  }),
  serve('breeding', contract.prepareSheet, prepare),
  serve('breeding', contract.countSheet, count),
];
