import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue, registerDue, setDue } from '#kit/server/due/due.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { heatReport } from '#modules/breeding/contract/record/heat-report.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { femalesOf, staffOf } from '../females.ts';

const hour = 3_600_000;
const missedAfter = 30;
const due = 'breeding.heatMissed';

/** R13: the village's main technician, past what the reporter may see. */
export const mainTechnician = (tx: Tx, village: number): Promise<{ staffId: number; userId: number | null } | null> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.duty', async (sys) => {
    const [one] = await sys.query<{ staffId: number; userId: number | null }>(
      `select d.staff_id as "staffId", s.user_id as "userId" from breeding.duty_seen d
         join breeding.technician_seen s on s.id = d.staff_id
       where d.tenant_no = kit.tenant() and d.village_code = $1 and d.is_main and d.to_on is null
         and s.status = 'active' limit 1`,
      [village],
    );
    return one ?? null;
  });

interface NewHeat {
  readonly animalId: number;
  readonly seenAt: string;
  readonly source: string;
  readonly alarmId?: number;
}
/** A heat that a collar told; people's reports come by the form. */
export async function reportHeat(tx: Tx, heat: NewHeat): Promise<number | null> {
  const [female] = await femalesOf(tx, [heat.animalId]);
  if (female?.sex !== 'female' || female.status !== 'inStock') return null;
  const facts = await factsOf(tx, female.regionCode, heat.seenAt);
  const [row] = await tx.query<{ id: number }>(
    `insert into breeding.heat_report (tenant_no, region_code, principal_id, doc_no, animal_id, ear_tag, seen_at,
       source,
       alarm_id, best_from, best_to, technician_id)
     values ($1, $2, $3, kit.doc_no('BF'), $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      tx.scope.tenantNo,
      female.regionCode,
      female.principalId,
      female.id,
      female.earTag,
      heat.seenAt,
      heat.source,
      heat.alarmId ?? null,
      facts.bestFrom,
      facts.bestTo,
      facts.technicianId,
    ],
  );
  const id = row?.id ?? 0;
  await follow(tx, id);
  return id;
}

async function factsOf(tx: Tx, regionCode: number, seenAt: string) {
  const at = Date.parse(seenAt);
  const technician = await mainTechnician(tx, regionCode);
  return {
    bestFrom: new Date(at + 10 * hour).toISOString(),
    bestTo: new Date(at + 18 * hour).toISOString(),
    technicianId: technician?.staffId ?? null,
  };
}

/** The technician's task and notice, and the clock that says it was missed. */
async function follow(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.query<{
    docNo: string;
    earTag: string;
    regionCode: number;
    principalId: number;
    seenAt: string;
    bestTo: string;
  }>(
    `select doc_no as "docNo", ear_tag as "earTag", region_code as "regionCode", principal_id as "principalId",
       seen_at as "seenAt", best_to as "bestTo" from breeding.heat_report where id = $1`,
    [id],
  );
  if (!row) return;
  const technician = await mainTechnician(tx, row.regionCode);
  const linkPath = `/ant/breed/serviceAdd?tag=${row.earTag}&heatId=${id}`;
  await openTask(tx, {
    taskType: 'breed',
    taskName: { key: 'breeding.task.heat', args: { tag: row.earTag } },
    entity: 'breeding.heatReport',
    entityId: id,
    linkPath,
    permission: 'breed:heat:take',
    regionCode: row.regionCode,
    principalId: row.principalId,
    dueAt: new Date(row.bestTo).toISOString(),
    ...(technician?.userId ? { assigneeId: technician.userId } : {}),
  });
  if (technician?.userId)
    await notify(tx, {
      userIds: [technician.userId],
      type: 'reminder',
      title: { key: 'breeding.notice.heat', args: { tag: row.earTag } },
      content: '',
      linkPath,
      animalNumber: row.earTag,
    });
  await setDue(tx, due, String(id), new Date(Date.parse(row.seenAt) + missedAfter * hour));
}

/** The service answers the report: the one named, or the open one of the cow. */
export async function heatServed(tx: Tx, animalId: number, serviceId: number, named: number | null): Promise<void> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'breeding.heat', (sys) =>
    sys.query<{ id: number }>(
      `update breeding.heat_report set status = 'done', service_id = $2, version = version + 1, updated_at = now()
       where tenant_no = kit.tenant() and animal_id = $1 and status in ('waiting', 'taken')
         and ($3::bigint is null or id = $3 or seen_at > now() - interval '3 days') returning id`,
      [animalId, serviceId, named],
    ),
  );
  for (const { id } of rows) {
    await closeTask(tx, 'breeding.heatReport', id);
    await dropDue(tx, due, String(id));
  }
}

export const registerHeatClock = (): void =>
  registerDue(due, async (tx, { ref }) => {
    const [row] = await tx.query<{ id: number }>(
      `update breeding.heat_report set status = 'missed', version = version + 1, updated_at = now()
       where id = $1 and status in ('waiting', 'taken') returning id`,
      [Number(ref)],
    );
    if (row) await closeTask(tx, 'breeding.heatReport', row.id);
  });

export const heatRoutes = (): Route[] =>
  serveResource(heatReport)({
    before: {
      add: async (call, values) => {
        const [female] = await femalesOf(call.tx, [values.animalId]);
        if (!female) throw invalid([{ field: 'animalId', key: 'error.field.ref' }]);
        if (female.sex !== 'female') throw refusal('notFemale', 'breeding.refusal.notFemale');
        const at = Date.parse(values.seenAt);
        if (at > Date.now() + 600_000 || at < Date.now() - 48 * hour)
          throw refusal('dateRange', 'breeding.refusal.dateRange');
        const [no] = await call.tx.query<{ no: string }>("select kit.doc_no('BF') as no");
        const own = await staffOf(call.tx, call.actor.userId);
        return {
          docNo: no?.no,
          earTag: female.earTag,
          principalId: female.principalId,
          regionCode: female.regionCode,
          signs: values.signs ?? [],
          source: own && own.principalId !== female.principalId ? 'technician' : 'holder',
          ...(await factsOf(call.tx, female.regionCode, values.seenAt)),
        };
      },
      transition: async (call, move) => {
        if (move.name !== 'take') return undefined;
        const own = await staffOf(call.tx, call.actor.userId);
        return own ? { technicianId: own.id } : undefined;
      },
    },
    after: {
      add: async (call, id) => follow(call.tx, id),
      transition: async (call, move) => {
        if (move.name !== 'cancel' || !move.id) return;
        await closeTask(call.tx, 'breeding.heatReport', move.id);
        await dropDue(call.tx, due, String(move.id));
      },
    },
  });
