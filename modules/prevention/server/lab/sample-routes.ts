import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { notify } from '#modules/platform/server/index.ts';
import { receiveSamples, sample, sampleTotals } from '#modules/prevention/contract/lab/sample.ts';
import { asSystem } from './as-system.ts';
import { type Received, receiveTubes } from './sample.ts';
import { followAssignment } from './sampling/sample-assignment.ts';
import { closeArrived } from './sampling/sample-log.ts';
import { sumTask } from './sampling/sample-task.ts';

export const sampleRoutes = (): Route[] => [
  ...serveResource(sample)({
    expressions: {
      holder: 'registry.principal_name(t.principal_id)',
      labName: 'registry.principal_name(t.lab_id)',
      sampledOn: '(select l.sampled_on from prevention.sample_log l where l.id = t.log_id)',
      poolTags: 'to_jsonb(t.pool_tags)',
      // Seen under the same rules as the results themselves: the holder's are there when they were released.
      results: `(select jsonb_agg(jsonb_build_object('id', r.id, 'item', i.name, 'conclusion', r.conclusion, 'status', r.status) order by r.id)
        from prevention.sample_result r join prevention.detect_item i on i.id = r.item_id where r.tenant_no = t.tenant_no and r.sample_id = t.id and r.status <> 'superseded')`,
    },
  }),
  serve('prevention', receiveSamples, async (call) => {
    const { quality = 'ok', reason = null } = call.body;
    const barcodes = [...new Set(call.body.barcodes)];
    const came = await receiveTubes(call.tx, barcodes, quality, reason);
    await arrived(call.tx, came);
    if (quality !== 'ok' && came.length > 0) await tellSamplers(call.tx, came, quality);
    const known = await call.tx.query<{ barcode: string; holder: string }>(
      `select barcode, registry.principal_name(principal_id) as holder from prevention.sample where tenant_no = kit.tenant() and barcode = any ($1)`,
      [barcodes],
    );
    const isNew = (barcode: string) => came.some((one) => one.barcode === barcode);
    return {
      accepted:
        quality === 'ok'
          ? came.map(({ barcode, earTag, poolNo }) => ({
              barcode,
              earTag,
              poolNo,
              holder: known.find((one) => one.barcode === barcode)?.holder ?? '',
            }))
          : [],
      refused: quality === 'ok' ? [] : came.map((one) => one.barcode),
      unknown: barcodes.filter((one) => !known.some(({ barcode }) => barcode === one)),
      already: known.map((one) => one.barcode).filter((one) => !isNew(one)),
    };
  }),
  serve('prevention', sampleTotals, async (call) => {
    const map = mapOf('prevention.sample');
    const plan = map && planList(map, { pageNum: 1, pageSize: 1, ...call.query } as ListInput, call.actor.scope);
    if (!plan) return { total: 0, byStatus: {} };
    const all = plan.all('t.status');
    const [rows] = await call.database.read<[{ status: string; n: number }]>(call.actor.scope, {
      text: `select status, count(*)::int as n from (${all.text}) f group by 1`,
      values: all.values ?? [],
    });
    return {
      total: rows.reduce((sum, one) => sum + one.n, 0),
      byStatus: Object.fromEntries(rows.map((one) => [one.status, one.n])),
    };
  }),
];

/** Records whose last tube came in are closed, and their households and tasks follow. */
export async function arrived(tx: Tx, came: readonly Received[], at: string | null = null): Promise<void> {
  await asSystem(tx, async (all) => {
    await closeArrived(all, [...new Set(came.map((one) => one.logId))], at);
    const rows = await all.query<{ id: number }>(
      'select distinct assignment_id as id from prevention.sample_log where id = any ($1)',
      [[...new Set(came.map((one) => one.logId))]],
    );
    for (const { id } of rows) await followAssignment(all, id);
    for (const taskId of new Set(came.map((one) => one.taskId))) await sumTask(all, taskId);
  });
}

/** What was turned away has to be taken again. */
async function tellSamplers(tx: Tx, came: readonly Received[], quality: string): Promise<void> {
  await asSystem(tx, async (all) => {
    const logs = await all.query<{ id: number; docNo: string; holder: string; userId: number }>(
      `select l.id, l.doc_no as "docNo", registry.principal_name(l.principal_id) as holder, s.user_id as "userId"
       from prevention.sample_log l join registry.staff s on s.id = l.sampler_id where l.id = any ($1) and s.user_id is not null`,
      [[...new Set(came.map((one) => one.logId))]],
    );
    for (const log of logs)
      await notify(all, {
        userIds: [log.userId],
        type: 'warning',
        title: { key: 'prevention.sample.noticeTitle', args: { docNo: log.docNo } },
        content: {
          key: 'prevention.sample.noticeText',
          args: {
            holder: log.holder,
            n: came.filter((one) => one.logId === log.id).length,
            quality: `@prevention.sample.quality_${quality}`,
          },
        },
        linkPath: `/ant/collection/taskInfo?mine=true&status=waiting`,
      });
  });
}
