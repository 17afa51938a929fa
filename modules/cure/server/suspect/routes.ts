import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { type SuspectReport, sendSuspect, suspectReport } from '#modules/cure/contract/suspect/suspect-report.ts';
import { closeAlarm, closeTask } from '#modules/platform/server/index.ts';
import { draftInvestigation, onInvestigation } from '#modules/prevention/server/index.ts';
import { animalsByTags, ofUnit } from '#modules/registry/server/index.ts';
import { placeOf } from '../treatment/record.ts';
import { confirmReports, releaseAnimals, reportEntity, reportSuspect } from './suspect-report.ts';

async function beforeMove(call: Call, move: Move, row: SuspectReport) {
  const [own] = await call.tx.query<{ reporterId: number }>(
    'select reporter_id as "reporterId" from cure.suspect_report where id = $1',
    [row.id],
  );
  const received = row.receivedAt ? {} : { receiverId: call.actor.userId, receivedAt: new Date().toISOString() };
  if (move.name === 'accept') {
    if (!call.actor.actions.has('ant:investigation:add')) throw forbidden();
    const investigationId = await draftInvestigation(call.tx, {
      type: 'emergency',
      diseaseCode: row.diseaseCode,
      indexPrincipalId: row.principalId,
      sourceRef: { entity: reportEntity, id: row.id },
    });
    return { ...received, investigationId };
  }
  // R25: excluded only by somebody else.
  if (own?.reporterId === call.actor.userId) throw refusal('needSecond', 'cure.refusal.notReporter');
  const { finding, evidence } = move.form as { finding: string; evidence: number[] | null };
  return { ...received, finding, evidence: evidence ?? [] };
}

export const suspectRoutes = (): Route[] => [
  ...serveResource(suspectReport)({
    match: { principalId: ofUnit },
    expressions: {
      signs: "nullif(t.signs, '')",
      animals: "nullif(t.animals, '')",
      reporter: '(select u.name from cure.user_seen u where u.id = t.reporter_id)',
      receiver: '(select u.name from cure.user_seen u where u.id = t.receiver_id)',
      consultNo: '(select c.doc_no from cure.consult c where c.id = t.consult_id)',
      minutes: '(extract(epoch from coalesce(t.received_at, now()) - t.reported_at) / 60)::int',
    },
    before: { transition: beforeMove },
    after: {
      transition: async (call, move) => {
        await closeTask(call.tx, reportEntity, move.id);
        if (move.name !== 'exclude') return;
        await inTenant(call.tx, call.actor.tenantNo, 'excludeReport', async (all) => {
          await releaseAnimals(all, move.id, call.actor.userId);
          await closeAlarm(all, `suspected:${move.id}`, 'falseAlarm');
        });
      },
    },
  }),
  serve('cure', sendSuspect, async (call) => {
    const { tags, ...told } = call.body;
    await placeOf(call.tx, told.principalId);
    const found = await animalsByTags(call.tx, 'ear', tags);
    const strange = tags.findIndex(
      (tag) => !found.some((one) => one.tag === tag && one.principalId === told.principalId),
    );
    if (strange >= 0) throw invalid([{ field: `tags.${strange}`, key: 'cure.refusal.unknownAnimal' }]);
    const sent = await reportSuspect(call.tx, { ...told, animalIds: found.map((one) => one.animalId) });
    call.answer.msg = call.say('ok.saved');
    return sent;
  }),
];

export function registerInvestigations(): void {
  onInvestigation.register('cure', async (tx, { actionId, conclusion }) => {
    if (conclusion === 'confirmed')
      await inTenant(tx, tx.scope.tenantNo, 'confirmReports', (all) => confirmReports(all, actionId));
  });
}
