import { invalid } from '#kit/contract/errors.ts';
import { centsOfYuan } from '#kit/contract/money.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, insertRow, updateRow } from '#kit/server/resource/write.ts';
import { antStandard } from '#modules/prevention/contract/settings/standard.ts';
import { inForceSql, refuseBackwards, refuseElsewhere } from './programme.ts';

type Form = FormOf<typeof antStandard>;
const cents = (yuan: number) => ({ amountCents: centsOfYuan(yuan) });

function refuseOdd(values: Form): void {
  if ((values.kind === 'workerPay') !== (values.workKind !== null))
    throw invalid([{ field: 'workKind', key: 'prevention.antStandard.workOnly' }]);
  if (values.kind !== 'workerPay' && values.species === null)
    throw invalid([{ field: 'species', key: 'error.field.required' }]);
  if (values.weightFrom !== null && values.weightTo !== null && values.weightTo < values.weightFrom)
    throw invalid([{ field: 'weightTo', key: 'prevention.antStandard.weightOrder' }]);
}

/** Money is kept in cents and told in yuan. */
async function add(call: Call) {
  const body = call.body as Form;
  refuseOdd(body);
  refuseElsewhere(call, body.regionCode);
  refuseBackwards(body.validFrom, body.validTo);
  const { amount, ...values } = body;
  const saved = await insertRow(call, antStandard, values, cents(amount));
  call.answer.msg = call.say('ok.saved');
  return saved;
}

async function edit(call: Call) {
  const { id, version, amount, ...values } = call.body as Form & { id: number; version: number };
  const row = await findRow(call, antStandard, id, true);
  refuseOdd({ ...row, ...values, amount });
  refuseElsewhere(call, row.regionCode);
  refuseBackwards(row.validFrom, values.validTo);
  const saved = await updateRow(call, antStandard, id, version, values, cents(amount));
  call.answer.msg = call.say('ok.saved');
  return saved;
}

export const standardRoutes = (): Route[] =>
  serveResource(antStandard)({
    expressions: {
      title: 't.kind',
      amount: 'kit.yuan(t.amount_cents)',
      ratio: 't.ratio::float8',
      weightFrom: 't.weight_from::float8',
      weightTo: 't.weight_to::float8',
      inForce: `(${inForceSql})`,
    },
  }).map((route) => {
    if (route.endpoint.path === 'ant/standard/add') return { ...route, handle: add };
    if (route.endpoint.path === 'ant/standard/edit') return { ...route, handle: edit };
    return route;
  });

export interface StandardQuery {
  readonly kind: 'stressCompensation' | 'selfImmuneSubsidy' | 'workerPay';
  readonly species?: string | null;
  readonly stage?: string | null;
  readonly breedingStock?: boolean | null;
  readonly weight?: number | null;
  readonly diseaseCode?: string | null;
  readonly workKind?: string | null;
  readonly regionCode: number;
  readonly on: string;
}

export interface Standard {
  readonly id: number;
  readonly amountCents: number;
  readonly ratio: number;
  readonly regionCode: number;
  readonly species: string | null;
  readonly stage: string | null;
}

/**
 * The standard that holds on a day: the row that says most about what is asked, then the one of the nearest region, then the newest.
 *
 * @example
 * const paid = await standardFor(tx, { kind: 'stressCompensation', species: 'cattle', stage: 'cow', regionCode, on: '2026-11-15' });
 */
export async function standardFor(tx: Pick<Tx, 'query'>, asked: StandardQuery): Promise<Standard | null> {
  const [row] = await tx.query<Standard>(
    `select s.id, s.amount_cents as "amountCents", s.ratio::float8 as ratio, s.region_code as "regionCode", s.species, s.stage from prevention.ant_standard s
     where s.tenant_no = kit.tenant() and s.kind = $1 and (s.species is null or s.species = $2) and (s.stage is null or s.stage = $3)
       and (s.breeding_stock is null or s.breeding_stock = $4) and (s.weight_from is null or $5::numeric >= s.weight_from) and (s.weight_to is null or $5::numeric <= s.weight_to)
       and (s.disease_code is null or s.disease_code = $6) and s.work_kind is not distinct from $7
       and $8 >= s.region_code and $8 < s.region_code + platform.region_width(s.region_code) and s.valid_from <= $9 and (s.valid_to is null or s.valid_to >= $9)
     order by num_nonnulls(s.species, s.stage, s.breeding_stock, coalesce(s.weight_from, s.weight_to), s.disease_code) desc, platform.region_width(s.region_code), s.valid_from desc, s.id desc
     limit 1`,
    [
      asked.kind,
      asked.species ?? null,
      asked.stage ?? null,
      asked.breedingStock ?? null,
      asked.weight ?? null,
      asked.diseaseCode ?? null,
      asked.workKind ?? null,
      asked.regionCode,
      asked.on,
    ],
  );
  return row ?? null;
}
