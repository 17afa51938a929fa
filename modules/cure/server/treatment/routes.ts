import { AppError, notFound, refusal } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { animalCare } from '#modules/cure/contract/treatment/animal-care.ts';
import * as contract from '#modules/cure/contract/treatment/treatment.ts';
import { lockAnimals, ofUnit } from '#modules/registry/server/index.ts';
import { addDays } from '../medicine/labels.ts';
import { careOf } from './animal-care.ts';
import { judge, type Practice, type Refused } from './judge.ts';
import { prepareForm } from './prepare.ts';
import { placeOf, practiceOf, RefusedAnimals, recordTreatment } from './record.ts';
import { doses, tick } from './today.ts';
import { endCase } from './treatment.ts';
import { voidRecord } from './void.ts';

type Saying = Pick<Call, 'say'>;
const said = (call: Saying, { args, ...one }: Refused): contract.RefusedAnimal => ({
  ...one,
  text: call.say(`cure.refusal.${one.code}`, args),
});

async function practice(call: Pick<Call, 'actor'>, tx: Call['tx'], principalId: number): Promise<Practice> {
  return {
    ...(await practiceOf(tx, principalId)),
    backdateDays: call.actor.actions.has('cure:treatment:backdate') ? 30 : 7,
  };
}

/** What `add` would say, without writing anything. */
const check = (call: Call<typeof contract.checkTreatment>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { body } = call;
    await placeOf(tx, body.principalId);
    const animals = await lockAnimals(tx, [...new Set(body.animals.map((one) => one.animalId))]);
    const judged = await judge(tx, body, animals, await practice(call, tx, body.principalId));
    return {
      accepted: judged.patients.length,
      refused: judged.refused.map((one) => said(call, one)),
      lines: judged.lines.map(({ medicineId, name, totalQty, doseUnit, meatDays, milkHours }) => ({
        medicineId,
        name,
        totalQty,
        doseUnit,
        meatDays,
        milkHours,
        meatUntil: meatDays > 0 ? addDays(body.treatedOn, meatDays) : null,
      })),
      meatUntil: judged.meatUntil,
      milkUntil: judged.milkUntil,
    };
  });

async function add(call: Call<typeof contract.addTreatment>) {
  const { skipRefused, ...sheet } = call.body;
  try {
    const made = await recordTreatment(call.tx, {
      sheet,
      skipRefused,
      practice: await practice(call, call.tx, sheet.principalId),
    });
    call.answer.msg = call.say('ok.saved');
    const { heads: _, refused, ...key } = made;
    return {
      ...key,
      accepted: made.isRepeat ? made.heads : sheet.animals.length - refused.length,
      refused: refused.map((one) => said(call, one)),
    };
  } catch (error) {
    // R59: left out only after the user agrees.
    if (!(error instanceof RefusedAnimals)) throw error;
    const refused = error.refused.map((one) => said(call, one));
    throw refusal(
      refused[0]?.code ?? 'refused',
      'cure.refusal.someRefused',
      { n: refused.length, first: refused[0]?.text ?? '' },
      { refused },
    );
  }
}

async function content(call: Call<typeof contract.treatmentContent>) {
  const { id } = call.query;
  const [heads, lines, animals] = await call.database.read<
    [
      contract.GivenTreatment['treatment'],
      contract.GivenTreatment['lines'][number],
      contract.GivenTreatment['animals'][number],
    ]
  >(
    call.actor.scope,
    {
      text: `select id, doc_no as "docNo", to_char(treated_on, 'YYYY-MM-DD') as "treatedOn", version, status
        from cure.treatment where id = $1`,
      values: [id],
    },
    {
      text: `select m.generic_name as name, l.lot_no as "lotNo", l.route, l.dose::float8 as dose,
        l.dose_per as "dosePer", l.dose_unit as "doseUnit",
          l.total_qty::float8 as "totalQty", l.meat_days as "meatDays"
        from cure.treatment_line l join cure.medicine m on m.id = l.medicine_id where l.treatment_id = $1
          order by l.line_no`,
      values: [id],
    },
    {
      text: `select animal_id as "animalId", ear_tag as "earTag", weight_kg::float8 as "weightKg",
        weight_by as "weightBy", doses
        from cure.treatment_animal where treatment_id = $1 order by ear_tag`,
      values: [id],
    },
  );
  const [treatment] = heads;
  if (!treatment) throw notFound();
  return { treatment, lines, animals };
}

export const treatmentRoutes = (): Route[] => [
  ...serveResource(contract.treatment)({
    match: { principalId: ofUnit },
    expressions: {
      antimicrobial: `exists (select 1 from cure.treatment_line l join cure.medicine m on m.id = l.medicine_id
        where l.treatment_id = t.id and m.antimicrobial <> 'none')`,
      prescriptionNo: '(select p.doc_no from cure.prescription p where p.id = t.prescription_id)',
    },
  }),
  serve('cure', contract.prepareTreatment, prepareForm),
  serve('cure', contract.checkTreatment, check),
  serve('cure', contract.addTreatment, add),
  serve('cure', contract.voidTreatment, voidRecord),
  serve('cure', contract.closeTreatmentCase, async (call) => {
    const done = await endCase(call.tx, call.body.id, call.body.result);
    if (done.length === 0) throw new AppError(409, 'error.stale');
    call.answer.msg = call.say('ok.done');
    return null;
  }),
  serve('cure', contract.todaysDoses, doses),
  serve('cure', animalCare, careOf),
  serve('cure', contract.tickDose, tick),
  serve('cure', contract.treatmentContent, content),
];
