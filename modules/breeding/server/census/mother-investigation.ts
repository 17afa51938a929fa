import { createHash } from 'node:crypto';
import { notFound, refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { drawSheets, motherInvestigation } from '#modules/breeding/contract/census/census.ts';
import { roundOf } from './eligible.ts';
import { questionSheets } from './mother-census-sheet.ts';

export async function insertInvestigation(
  tx: Tx,
  sheetIds: readonly number[],
  kind: string,
  seed: string | null,
): Promise<number[]> {
  const rows = await tx.query<{ sheetId: number }>(
    `insert into breeding.mother_investigation (tenant_no, region_code, principal_id, doc_no, round_id, sheet_id, kind,
       draw_seed, claimed, created_by, updated_by)
     select s.tenant_no, s.region_code, s.principal_id, kit.doc_no('BI'), s.round_id, s.id, $2, $3, s.eligible, $4, $4
     from breeding.mother_census_sheet s where s.tenant_no = kit.tenant() and s.id = any ($1)
     on conflict (tenant_no, sheet_id, kind) do nothing returning sheet_id as "sheetId"`,
    [sheetIds, kind, seed, tx.scope.userId],
  );
  return rows.map((row) => row.sheetId);
}

export interface DrawnSheet {
  readonly id: number;
  readonly town: number;
  readonly eligible: number;
}
/** R41: in the order a seed gives, per township, until both shares are reached. The same seed draws the same sheets. */
export function drawFrom<S extends DrawnSheet>(
  sheets: readonly S[],
  seed: string,
  shares: { readonly households: number; readonly heads: number },
): S[] {
  const rank = (id: number) => createHash('sha256').update(`${seed}:${id}`).digest('hex');
  return [...Map.groupBy(sheets, (one) => one.town).entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([, own]) => {
      const wanted = Math.ceil((own.length * shares.households) / 100);
      const heads = Math.ceil((own.reduce((sum, one) => sum + one.eligible, 0) * shares.heads) / 100);
      const drawn: S[] = [];
      let found = 0;
      for (const one of [...own].sort((a, b) => (rank(a.id) < rank(b.id) ? -1 : 1))) {
        if (drawn.length >= wanted && found >= heads) break;
        drawn.push(one);
        found += one.eligible;
      }
      return drawn;
    });
}

async function draw(call: Call<typeof drawSheets>) {
  const { roundId, regionCode, dryRun } = call.body;
  const { tx } = call;
  const round = await roundOf(tx, roundId);
  if (!round) throw notFound();
  const [low, high] = rangeOf(regionCode);
  const seed = call.body.seed ?? `${roundId}-${regionCode}-${Date.now().toString(36)}`;
  const sheets = await tx.query<DrawnSheet & { holder: string; village: number }>(
    `select s.id, (s.region_code / 1000)::int as town, s.eligible, coalesce(h.name, '') as holder,
       s.region_code as village
     from breeding.mother_census_sheet s left join breeding.holder_seen h on h.id = s.principal_id
     where s.tenant_no = kit.tenant() and s.round_id = $1 and s.region_code >= $2 and s.region_code < $3
       and s.status <> 'todo' order by s.id`,
    [roundId, low, high],
  );
  const drawn = drawFrom(sheets, seed, { households: round.drawHouseholdsPct, heads: round.drawHeadsPct });
  const made = dryRun
    ? []
    : await insertInvestigation(
        tx,
        drawn.map((one) => one.id),
        'random',
        seed,
      );
  const isNew = new Set(made);
  return {
    seed,
    of: sheets.length,
    ofCows: sheets.reduce((sum, one) => sum + one.eligible, 0),
    cows: drawn.reduce((sum, one) => sum + one.eligible, 0),
    drawn: drawn.map((one) => ({
      sheetId: one.id,
      holder: one.holder,
      region: shortRegionName(one.village, call.language),
      claimed: one.eligible,
      isNew: isNew.has(one.id),
    })),
  };
}

/** Not more than 5 % off is minor; exactly as claimed it matches. */
const conclude = (claimed: number, found: number): string => {
  if (claimed === found) return 'match';
  return Math.abs(found - claimed) * 100 <= claimed * 5 ? 'minor' : 'major';
};

export const investigationRoutes = (): Route[] => [
  ...serveResource(motherInvestigation)({
    before: {
      transition: async (call, move, row) => {
        const [sheet] = await call.tx.query<{ by: number | null; filled: number | null }>(
          `select s.counted_by as by, i.submitted_by as filled from breeding.mother_investigation i
             join breeding.mother_census_sheet s on s.id = i.sheet_id where i.id = $1`,
          [row.id],
        );
        if (move.name === 'fill') {
          // R38: whoever counted does not investigate.
          if (sheet?.by === call.actor.userId) throw refusal('samePerson', 'breeding.refusal.samePerson');
          const form = move.form as {
            investigators: string;
            visitedOn: string;
            found: number;
            photoIds: number[] | null;
            measure: string | null;
          };
          if (form.investigators.split(/[\s,，、]+/).filter(Boolean).length < 2)
            throw refusal('twoPeople', 'breeding.refusal.twoPeople');
          return {
            ...form,
            photoIds: form.photoIds ?? [],
            conclusion: conclude(row.claimed, form.found),
            submittedBy: call.actor.userId,
          };
        }
        if (sheet?.filled === call.actor.userId) throw refusal('samePerson', 'breeding.refusal.samePerson');
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'review' || !move.id) return;
        const [row] = await call.tx.query<{
          sheetId: number;
          village: number;
          roundId: number;
          conclusion: string | null;
        }>(
          `select sheet_id as "sheetId", region_code as village, round_id as "roundId", conclusion
           from breeding.mother_investigation where id = $1`,
          [move.id],
        );
        if (row?.conclusion !== 'major') return;
        await questionSheets(call.tx, [row.sheetId], 'major');
        const majors = await call.tx.query(
          `select 1 from breeding.mother_investigation where tenant_no = kit.tenant() and round_id = $1
             and region_code = $2 and conclusion = 'major' and status = 'reviewed'`,
          [row.roundId, row.village],
        );
        if (majors.length < 3) return;
        const all = await call.tx.query<{ id: number }>(
          `select id from breeding.mother_census_sheet
           where tenant_no = kit.tenant() and round_id = $1 and region_code = $2`,
          [row.roundId, row.village],
        );
        await questionSheets(
          call.tx,
          all.map((one) => one.id),
          'major',
        );
      },
    },
  }),
  serve('breeding', drawSheets, draw),
];
