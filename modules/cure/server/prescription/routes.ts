import { invalid, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { voidPapers } from '#kit/server/paper/paper.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, type Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import * as handOut from '#modules/cure/contract/prescription/dispense.ts';
import * as contract from '#modules/cure/contract/prescription/prescription.ts';
import { confirmPassword } from '#modules/platform/server/index.ts';
import { lockAnimals } from '#modules/registry/server/index.ts';
import { sayIn } from '../consult/consult-message.ts';
import { addFollowUp } from '../consult/follow-up.ts';
import { addDays } from '../medicine/labels.ts';
import { prescriberOf } from '../people/practitioner.ts';
import { settingsFor } from '../setting/settings.ts';
import { moveBlock } from '../withdrawal/animal-withdrawal.ts';
import { contentHash } from './content-hash.ts';
import { dispensary, dispense } from './dispense.ts';
import { judgeSheet, type RxDraft, withoutReason } from './judge.ts';
import { print } from './paper.ts';
import { blockSheet, markIssued, runSheet, sheetOf, shortenCourse } from './prescription.ts';
import { settleLines } from './prescription-line.ts';
import { refuseUnsigned, secondSign } from './second-sign.ts';
import { refuseUnseen } from './seen-animal.ts';

const { prescription } = contract;
type Row = contract.Prescription;

/** Mean weight of the named animals, as told on the sheet or weighed lately. */
async function meanKg(
  tx: Tx,
  animals: readonly { animalId: number; weightKg?: number | null }[],
): Promise<number | null> {
  const rows = await tx.query<{ id: number; weight: number }>(
    'select id, weight::float8 as weight from cure.animal_seen where id = any ($1) and weight is not null',
    [animals.map((one) => one.animalId)],
  );
  const known = new Map(rows.map((row) => [row.id, row.weight]));
  const weights = animals.flatMap((one) => one.weightKg ?? known.get(one.animalId) ?? []);
  return weights.length === 0 ? null : weights.reduce((sum, one) => sum + one, 0) / weights.length;
}

/** As lists show them, in the order of the sheet. */
async function namesOf(tx: Tx, lines: readonly { medicineId: number }[]): Promise<string> {
  const rows = await tx.query<{ id: number; name: string }>(
    'select id, generic_name as name from cure.medicine where id = any ($1)',
    [lines.map((line) => line.medicineId)],
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return lines.map((line) => names.get(line.medicineId) ?? '').join('、');
}

const draftOf = async (tx: Tx, row: Row): Promise<RxDraft> => ({
  principalId: row.principalId,
  species: row.species,
  animalIds: row.animals.map((one) => one.animalId),
  heads: row.animals.length + (row.untaggedHead ?? 0),
  meanKg: await meanKg(tx, row.animals),
  exceptId: row.id,
  lines: row.lines,
});

async function issue(call: Call<typeof contract.issuePrescription>) {
  const { id, version, password } = call.body;
  const { tx } = call;
  const row = await findRow(call as unknown as Call, prescription, id, true);
  if (row.version !== version) throw staleVersion();
  if (row.status !== 'draft') throw wrongState(`cure.prescription._${row.status}`, 'cure.prescription._issue');
  if (row.animals.length === 0 && !row.untaggedHead) throw invalid([{ field: 'animals', key: 'cure.refusal.nobody' }]);
  await prescriberOf(tx, call.actor.userId, row.principalId, row.species);
  const { rxMaxValidDays, remotePrescription } = await settingsFor(tx, row.regionCode);
  if (row.validDays > rxMaxValidDays)
    throw invalid([{ field: 'validDays', key: 'error.field.range', args: { min: 1, max: rxMaxValidDays } }]);
  if (row.consultId) await refuseUnseen(tx, row.consultId, call.actor, remotePrescription);
  await lockAnimals(
    tx,
    row.animals.map((one) => one.animalId),
  );
  const draft = await draftOf(tx, row);
  const judged = await judgeSheet(tx, draft);
  const error = judged.found.find((one) => one.level === 'error');
  if (error) throw refusal(error.code, `cure.refusal.${error.code}`, error.args);
  const unexplained = withoutReason(draft, judged.found);
  if (unexplained)
    throw invalid([
      { field: `lines.${unexplained.line}.reason`, key: `cure.refusal.${unexplained.code}`, args: unexplained.args },
    ]);
  const hash = contentHash(row.docNo, row);
  await refuseUnsigned(tx, id, row.lines, hash);
  await confirmPassword(call, password);
  const validUntil = addDays(today(), row.validDays - 1);
  const courseTo = addDays(today(), judged.days - 1);
  const medicines = judged.lines.map((line) => line.name).join('、');
  await settleLines(
    tx,
    id,
    judged.lines.map((line, at) => ({ ...line, lineNo: at + 1 })),
  );
  await markIssued(tx, id, {
    hash,
    validUntil,
    courseTo,
    meatUntil: addDays(courseTo, judged.meatDays),
    medicines,
    antimicrobial: judged.lines.some((line) => line.antimicrobial),
    offLabel: judged.lines.some((line) => line.offLabel),
  });
  await inTenant(tx, call.actor.tenantNo, 'issue', async (all) => {
    const sheet = await sheetOf(all, id);
    // R62: not begun yet, so until the sheet is valid no longer.
    if (sheet) await blockSheet(all, sheet, today(), validUntil);
    if (row.consultId)
      await sayIn(all, row.consultId, { kind: 'prescription', body: row.docNo, refId: id, actor: call.actor.userId });
    await addFollowUp(all, {
      prescriptionId: id,
      consultId: row.consultId,
      sourceNo: row.docNo,
      dueOn: addDays(courseTo, 1),
      userId: call.actor.userId,
      medicines,
    });
  });
  call.answer.msg = call.say('ok.done');
  return {
    docNo: row.docNo,
    contentHash: hash,
    validUntil,
    meatUntil: addDays(courseTo, judged.meatDays),
    version: version + 1,
  };
}

async function beforeMove(call: Call, move: Move, row: Row) {
  const { lastDay } = (move.form ?? {}) as { lastDay?: string };
  const all = <T>(work: (tx: Tx) => Promise<T>) => inTenant(call.tx, call.actor.tenantNo, 'moveSheet', work);
  if (move.name === 'finish' || move.name === 'stop') {
    const day = lastDay as string;
    if (day > today() || day < (row.courseFrom ?? ''))
      throw invalid([{ field: 'lastDay', key: 'cure.refusal.lastDay' }]);
    const until = await all((tx) => shortenCourse(tx, row.id, day));
    return { courseTo: day, meatUntil: until, ...(move.name === 'stop' && { cancelReason: move.remark }) };
  }
  if (move.name === 'cancel') {
    if (row.lines.some((line) => line.givenQty > 0 || line.dispensedQty > 0))
      throw refusal('givenAlready', 'cure.refusal.givenAlready');
    await all((tx) => moveBlock(tx, { type: 'prescription', id: row.id }, null));
    await voidPapers(call.tx, 'cure.prescription', row.id, move.remark ?? '');
    return { cancelReason: move.remark };
  }
  return undefined;
}

export const prescriptionRoutes = (): Route[] => [
  ...serveResource(prescription)({
    expressions: {
      heads: `((select count(*) from cure.prescription_animal a
        where a.parent_id = t.id) + coalesce(t.untagged_head, 0))::int`,
    },
    before: {
      add: async (call, values) => {
        const who = await prescriberOf(call.tx, call.actor.userId, values.principalId, values.species, false);
        const [no] = await call.tx.query<{ no: string }>("select kit.doc_no('CR') as no");
        const [place] = await call.tx.query<{ regionCode: number }>(
          'select region_code as "regionCode" from cure.unit_seen where id = $1',
          [values.principalId],
        );
        return {
          docNo: no?.no,
          prescriberId: who.id,
          unitId: who.unitId,
          regionCode: place?.regionCode,
          medicines: await namesOf(call.tx, values.lines),
        };
      },
      edit: async (call, values) => ({ medicines: await namesOf(call.tx, values.lines) }),
      transition: beforeMove,
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'bought')
          await inTenant(call.tx, call.actor.tenantNo, 'runSheet', (tx) => runSheet(tx, move.id, today()));
      },
    },
  }),
  serve('cure', contract.issuePrescription, issue),
  serve('cure', contract.checkPrescription, async (call) => {
    const { body } = call;
    return call.database.transaction(call.actor.scope, async (tx) => {
      const judged = await judgeSheet(tx, {
        ...body,
        exceptId: body.exceptId ?? null,
        heads: Math.max(1, body.animalIds.length),
        meanKg: await meanKg(
          tx,
          body.animalIds.map((animalId) => ({ animalId })),
        ),
      });
      return {
        findings: judged.found.map(({ args, ...one }) => ({
          ...one,
          text: call.say(`cure.refusal.${one.code}`, args),
        })),
        lines: judged.lines.map(({ label, name: _, antimicrobial: _a, source, ...line }) => ({
          ...line,
          meatSource: source,
          doseFrom: label?.doseFrom ?? null,
          doseTo: label?.doseTo ?? null,
          dosePer: label?.dosePer ?? null,
          doseUnit: label?.doseUnit ?? null,
        })),
        meatUntil: body.lines.length > 0 ? addDays(addDays(today(), judged.days - 1), judged.meatDays) : null,
      };
    });
  }),
  serve('cure', handOut.dispensePrescription, dispense),
  serve('cure', handOut.dispenseStock, dispensary),
  serve('cure', handOut.signSecond, secondSign),
  serve('cure', contract.printPrescription, print),
  serve('cure', contract.verifyPrescription, async (call) => {
    const [rows] = await call.database.read<[{ id: number; hash: string | null; status: string }]>(call.actor.scope, {
      text: `select id, content_hash as hash, status from cure.prescription where tenant_no = kit.tenant()
        and doc_no = $1`,
      values: [call.query.no],
    });
    const [row] = rows;
    if (!row) throw notFound();
    // What is stored counts, not what was stored about it.
    const { actor, language } = call;
    const now = await call.database.transaction(actor.scope, async (tx) =>
      contentHash(call.query.no, await findRow({ tx, actor, language } as Call, prescription, row.id)),
    );
    const { hash } = call.query;
    return { id: row.id, same: row.hash === hash && now === hash, status: row.status };
  }),
];
