import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { countResult } from '#modules/bank/contract/count/count.ts';
import { siteOf } from '../site/site-row.ts';
import { countOf } from './count-row.ts';
import { linesOf } from './pledge-count-line.ts';

const names = `array_to_string(array(select u.nickname from platform.user_view u where u.tenant_no = kit.tenant()
  and u.id = any (c.counter_ids) order by u.id), '、')`;

/** What is printed after a count: the sums per hovel, who was not seen and what else stood there. */
async function result(call: Call<typeof countResult>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const count = await countOf(tx, call.query.countId);
    const site = await siteOf(tx, count.siteId);
    const lines = await linesOf(tx, count.id);
    const [facts] = await inTenant(tx, tx.scope.tenantNo, 'bank.countResult', (sys) =>
      sys.query<{
        counters: string;
        settler: string | null;
        startedAt: string | null;
        endedAt: string | null;
        settledAt: string | null;
        found: number;
        missing: number;
        extra: number;
        cameraHeads: number | null;
        typedShare: number;
        seed: number | null;
        client: string;
        bank: string;
      }>(
        `select ${names} as counters, (select u.nickname from platform.user_view u where u.tenant_no = kit.tenant()
             and u.id = c.settled_by) as settler, c.started_at as "startedAt", c.ended_at as "endedAt",
           c.settled_at as "settledAt", c.found, c.missing, c.extra, c.camera_heads as "cameraHeads",
           c.typed_share::float8 as "typedShare", c.sample_seed as seed,
           coalesce(registry.principal_name(c.principal_id), '') as client,
           coalesce(registry.principal_name(c.bank_id), '') as bank
         from bank.pledge_count c where c.tenant_no = kit.tenant() and c.id = $1`,
        [count.id],
      ),
    );
    const hovels = await inTenant(tx, tx.scope.tenantNo, 'bank.countResult', (sys) =>
      sys.query<{ name: string; book: number; found: number }>(
        `select coalesce(h.name, '') as name, count(*)::int as book,
           count(*) filter (where l.result in ('found', 'tagLost'))::int as found
         from bank.pledge_count_line l left join bank.site_hovel h on h.tenant_no = l.tenant_no and h.id = l.hovel_id
         where l.tenant_no = kit.tenant() and l.count_id = $1 and l.expected group by 1 order by 1`,
        [count.id],
      ),
    );
    const notes = new Map(
      (
        await tx.query<{ id: number; note: string | null }>(
          `select id, explain_note as note from bank.pledge_count_line where tenant_no = kit.tenant()
           and count_id = $1`,
          [count.id],
        )
      ).map((one) => [one.id, one.note]),
    );
    const iso = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null);
    return {
      docNo: count.docNo,
      site: site.name,
      client: facts?.client ?? '',
      bank: facts?.bank ?? '',
      startedAt: iso(facts?.startedAt),
      endedAt: iso(facts?.endedAt),
      counters: facts?.counters ?? '',
      bookHeads: count.bookHeads,
      found: facts?.found ?? 0,
      missing: facts?.missing ?? 0,
      extra: facts?.extra ?? 0,
      cameraHeads: facts?.cameraHeads ?? null,
      typedShare: facts?.typedShare ?? 0,
      seed: facts?.seed ?? null,
      marks: [...count.marks],
      marksAnswer: count.marksAnswer,
      settler: facts?.settler ?? null,
      settledAt: iso(facts?.settledAt),
      status: count.status,
      hovels,
      // Who was found in its place needs no line on paper.
      lines: lines
        .filter((one) => one.result !== 'found')
        .map((one) => ({
          earTag: one.earTag ?? one.tagRead ?? '',
          result: one.result,
          explain: one.explain,
          note: notes.get(one.id) ?? null,
        })),
      sample: lines.filter((one) => one.inSample).map((one) => ({ earTag: one.earTag ?? '', photo: one.photo })),
    };
  });
}

export const resultRoutes = () => [serve('bank', countResult, result)];
