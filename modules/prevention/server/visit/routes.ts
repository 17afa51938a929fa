import type { DataOf } from '#kit/contract/endpoint.ts';
import { AppError, forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve, servePrepared } from '#kit/server/http/call.ts';
import { once } from '#kit/server/http/idempotency.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import * as contract from '#modules/prevention/contract/visit/visit-sheet.ts';
import { settingsFor } from '../settings/settings.ts';
import { assess, type Teller } from './assess.ts';
import { acceptVisit, type EventFacts, voidVisit } from './effects.ts';
import { heldBy, holderOf, workerOf } from './facts.ts';
import { dropFiles, hangFiles } from './files.ts';
import { lockVisit, saveDraft, type VisitRow, visitOfKey } from './immunisation-visit.ts';
import type { Refused } from './judge-sheet.ts';
import { households, prepare } from './prepare.ts';
import { subsidyOf } from './self.ts';
import { detailOf, totalsOf } from './sheet.ts';
import { RefusedAnimals, submitVisit } from './submit.ts';
import { parse } from './tags.ts';

type Saying = Pick<Call, 'say'>;
const tellerOf = (call: Pick<Call, 'actor'>): Teller => ({
  userId: call.actor.userId,
  mayBackdate: call.actor.actions.has('ant:visit:backdate'),
});

const said = (call: Saying, { animalId, earTag, lineNo, code, args }: Refused): contract.RefusedAnimal => ({
  animalId,
  earTag,
  lineNo,
  code,
  text: call.say(`prevention.refusal.${code}`, args),
});

async function eventFacts(tx: Tx, visit: VisitRow): Promise<EventFacts> {
  const lines = await tx.query<{ lineNo: number; name: string; lotNo: string }>(
    `select line_no as "lineNo", vaccine_name as name, lot_no as "lotNo" from prevention.immunisation_line where visit_id = $1 order by line_no`,
    [visit.id],
  );
  const [staff] = visit.staffId
    ? await inTenant(tx, tx.scope.tenantNo, 'worker', (sys) =>
        sys.query<{ name: string }>('select name from registry.staff where id = $1', [visit.staffId]),
      )
    : [];
  return { id: visit.id, docNo: visit.docNo, visitedOn: visit.visitedOn, worker: staff?.name ?? null, lines };
}

/** Void: R26, and nothing that others built upon. */
async function refuseVoid(tx: Tx, visit: VisitRow): Promise<void> {
  const [hangs] = await inTenant(tx, tx.scope.tenantNo, 'void', (sys) =>
    sys.query<{ closed: boolean; stress: string | null; results: boolean }>(
      `select exists (select 1 from prevention.prevention_season s where s.id = v.season_id and s.status = 'closed') as closed,
         (select c.doc_no from prevention.stress_case c where c.visit_id = v.id and c.status not in ('rejected', 'withdrawn') limit 1) as stress,
         exists (select 1 from prevention.sample_result r join prevention.immunisation_animal i on i.tenant_no = r.tenant_no and i.animal_id = r.animal_id
           join prevention.sample p on p.id = r.sample_id
           where i.visit_id = v.id and i.visited_on = v.visited_on and i.result = 'done' and r.status = 'released' and r.disease_code = any (i.disease_codes)
             and (p.immunised_on ->> r.disease_code)::date = v.visited_on) as results
       from prevention.immunisation_visit v where v.id = $1`,
      [visit.id],
    ),
  );
  if (hangs?.closed) throw refusal('seasonClosed', 'prevention.refusal.seasonClosed');
  if (hangs?.stress) throw refusal('hasStress', 'prevention.refusal.hasStress', { docNo: hangs.stress });
  if (hangs?.results) throw refusal('hasResults', 'prevention.refusal.hasResults');
}

async function makerOf(tx: Tx, visit: VisitRow): Promise<number[]> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'maker', (sys) =>
    sys.query<{ id: number }>(
      `select id from platform.sys_user where tenant_no = kit.tenant() and id = $1 union select user_id from registry.staff where id = $2 and user_id is not null`,
      [visit.createdBy, visit.staffId],
    ),
  );
  return rows.map((row) => row.id);
}

/** A step of the sheet, with everything it does besides. */
async function act(call: Call, move: Move): Promise<Record<string, unknown> | undefined> {
  const { tx } = call;
  const region = await tx.query<{ code: number }>(
    'select region_code as code from prevention.immunisation_visit where id = $1',
    [move.id],
  );
  const { makerVoidHours } = await settingsFor(tx, region[0]?.code ?? 0);
  const visit = await lockVisit(tx, move.id, makerVoidHours);
  if (!visit) throw notFound();
  const done = () => closeTask(tx, 'prevention.immunisationVisit', visit.id);
  const link = `/ant/preventionMange/visitDetail?id=${visit.id}`;
  const tell = async (what: string, args = {}) =>
    notify(tx, {
      userIds: await makerOf(tx, visit),
      type: 'reminder',
      title: { key: `prevention.notice.${what}`, args: { docNo: visit.docNo, ...args } },
      content: move.remark ?? '',
      linkPath: link,
    });
  switch (move.name) {
    case 'accept': {
      if (visit.mode !== 'self' || visit.status !== 'submitted') throw forbidden();
      // Questioned after it was accepted it stayed in the figures: its day and its subsidy hold.
      if (!visit.counted) await acceptVisit(tx, visit, await eventFacts(tx, visit));
      await done();
      await tell('accepted');
      if (visit.counted) return undefined;
      return {
        acceptedAt: new Date().toISOString(),
        acceptedBy: call.actor.userId,
        subsidyCents: await subsidyOf(tx, visit),
      };
    }
    case 'question': {
      await done();
      await openTask(tx, {
        taskType: 'correct',
        taskName: { key: 'prevention.task.answer', args: { docNo: visit.docNo } },
        entity: 'prevention.immunisationVisit',
        entityId: visit.id,
        linkPath: link,
        permission: 'ant:visit:add',
        regionCode: visit.regionCode,
        principalId: visit.principalId,
        assigneeId: (await makerOf(tx, visit))[0] ?? null,
      });
      await tell('questioned');
      return { question: move.remark ?? null, answer: null };
    }
    case 'answer': {
      if (!(await makerOf(tx, visit)).includes(call.actor.userId)) throw forbidden();
      await done();
      await openTask(tx, {
        taskType: 'check',
        taskName: { key: 'prevention.task.answered', args: { docNo: visit.docNo } },
        entity: 'prevention.immunisationVisit',
        entityId: visit.id,
        linkPath: link,
        permission: 'ant:visit:check',
        regionCode: visit.regionCode,
        principalId: visit.principalId,
      });
      return { answer: String(move.form?.answer ?? '') };
    }
    case 'clear': {
      if ((await makerOf(tx, visit)).includes(call.actor.userId))
        throw refusal('samePerson', 'prevention.refusal.samePerson');
      await done();
      return { clearedAt: new Date().toISOString(), clearedBy: call.actor.userId, clearRemark: move.remark ?? null };
    }
    default: {
      if (move.name === 'takeBack' && (visit.createdBy !== call.actor.userId || !visit.isFresh)) throw forbidden();
      await refuseVoid(tx, visit);
      await voidVisit(tx, visit, await eventFacts(tx, visit));
      await done();
      return { voidedAt: new Date().toISOString(), voidedBy: call.actor.userId, voidReason: move.remark ?? null };
    }
  }
}

type Added = DataOf<typeof contract.addVisit>;

async function submit(call: Call<typeof contract.addVisit>): Promise<Added> {
  const { skipRefused, ...sheet } = call.body;
  const made = await submitVisit(call.tx, sheet, tellerOf(call), skipRefused);
  if (!made.isRepeat)
    await audit(call.tx, call as unknown as Call, {
      module: 'prevention',
      entity: 'immunisationVisit',
      entityId: made.id,
      entityName: made.docNo,
      action: 'add',
      after: {
        mode: sheet.mode,
        principalId: sheet.principalId,
        visitedOn: sheet.visitedOn,
        animals: made.accepted,
        result: made.result,
      },
    });
  const { id, docNo, accepted, result } = made;
  return { id, docNo, accepted, result, refused: made.refused.map((one) => said(call, one)), flags: [...made.flags] };
}

/** R21: the key of the sheet alone says whether it is the same visit. Sent again it is answered as it was first, whatever else differs. */
async function add(call: Call<typeof contract.addVisit>): Promise<Added> {
  try {
    const made = await once(
      call.tx,
      `visit:${call.body.clientKey}`,
      null,
      () => submit(call),
      () => true,
    );
    // What only repeats leaves no second row in the log.
    call.audited = true;
    call.answer.msg = call.say('prevention.visit.saved', { docNo: made.docNo });
    return made;
  } catch (error) {
    if (!(error instanceof RefusedAnimals)) throw error;
    throw new AppError(500, 'prevention.refusal.refusedAnimals', {
      bizCode: 'refusedAnimals',
      args: { n: error.refused.length },
      data: { refused: error.refused.map((one) => said(call, one)) },
    });
  }
}

const arrayHas = (column: string) => (value: string, add: (value: unknown) => string) =>
  `t.${column} @> array[${add(value)}]::text[]`;

export function visitRoutes(): Route[] {
  return [
    ...serveResource(immunisationVisit)({
      expressions: {
        diseaseCode: `array_to_string(t.disease_codes, ',')`,
        lotNo: `array_to_string(t.lots, ',')`,
        earTag: 'null::text',
        flag: 'null::text',
        lots: 'to_jsonb(t.lots)',
        photos: 'to_jsonb(t.photos)',
        proofs: 'to_jsonb(t.purchase_proof)',
        cleared: '(t.cleared_at is not null)',
        subsidy: 'kit.yuan(t.subsidy_cents)',
        mine: 'coalesce(t.created_by = kit.user_id(), false)',
      },
      match: {
        diseaseCode: arrayHas('disease_codes'),
        lotNo: arrayHas('lots'),
        flag: (value, add) => `t.flags && string_to_array(${add(value)}, ',')`,
        earTag: (value, add) =>
          `t.id in (select i.visit_id from prevention.immunisation_animal i join registry.animal a on a.id = i.animal_id where a.tenant_no = kit.tenant() and a.ear_tag_no = ${add(
            /^\d{15}$/.test(value) ? Number(value) : -1,
          )}::bigint)`,
      },
      before: {
        transition: act,
        remove: async (call, row) => {
          if (row.mine !== true || row.status !== 'draft') throw forbidden();
          await closeTask(call.tx, 'prevention.immunisationVisit', row.id);
          await dropFiles(call.tx, row.id, {});
        },
      },
      can: (row, verb) => {
        if (verb === 'accept') return row.mode === 'self';
        if (verb === 'clear') return row.mine !== true && row.cleared !== true && (row.flags ?? []).length > 0;
        if (verb === 'answer' || verb === 'remove' || verb === 'takeBack') return row.mine === true;
        return true;
      },
    }),
    serve('prevention', contract.prepareVisit, (call) =>
      call.database.transaction(call.actor.scope, (tx) => prepare(tx, call.query, tellerOf(call))),
    ),
    serve('prevention', contract.visitHouseholds, (call) =>
      call.database.transaction(call.actor.scope, (tx) => households(tx, call.query)),
    ),
    serve('prevention', contract.parseTags, (call) =>
      call.database.transaction(call.actor.scope, (tx) => parse(tx, call.body.text, call.body.principalId)),
    ),
    serve('prevention', contract.checkVisit, (call) =>
      call.database.transaction(call.actor.scope, async (tx) => {
        const { judged, flags, result, staff } = await assess(tx, call.body, tellerOf(call), false);
        const held = staff ? await heldBy(tx, staff.id, call.body.visitedOn) : [];
        return {
          accepted: judged.animals.length,
          refused: judged.refused.map((one) => said(call, one)),
          flags: [...flags],
          result,
          doses: judged.lines.map((line) => ({
            lineNo: line.lineNo,
            doses: line.doses,
            held: staff
              ? held
                  .filter((one) => one.materialId === line.materialId && (!line.lotId || one.lotId === line.lotId))
                  .reduce((sum, one) => sum + one.qty, 0)
              : null,
          })),
        };
      }),
    ),
    // Prepared for nothing: the engine's own key, which asks for the same body to the letter, stays out of it.
    servePrepared('prevention', contract.addVisit, async () => null, add),
    serve('prevention', contract.saveVisitDraft, async (call) => {
      const holder = await holderOf(call.tx, call.body.principalId);
      const known = await visitOfKey(call.tx, call.body.clientKey);
      if (known && known.status !== 'draft') return known;
      const staff =
        call.body.mode === 'self' ? null : await workerOf(call.tx, { userId: call.actor.userId }, holder.regionCode);
      if (call.body.mode !== 'self' && !staff) throw refusal('notYourArea', 'prevention.refusal.notYourArea');
      const saved = await saveDraft(call.tx, call.body, { regionCode: holder.regionCode, staffId: staff?.id ?? null });
      if (!saved) throw forbidden();
      // From now on they wait for the visit as long as the draft does.
      await hangFiles(call.tx, saved.id, call.body);
      await dropFiles(call.tx, saved.id, call.body);
      call.answer.msg = call.say('ok.saved');
      return saved;
    }),
    serve('prevention', contract.visitDetail, (call) =>
      call.database.transaction(call.actor.scope, (tx) => detailOf(tx, call.query.id)),
    ),
    serve('prevention', contract.visitTotals, (call) =>
      call.database.transaction(call.actor.scope, (tx) => totalsOf(tx, call.query)),
    ),
  ];
}
