import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

export interface Check {
  readonly code: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly ok: boolean;
}
/** 主体核对: whether the holders of a village are who and where the papers say, before they are listed. */
export const insCollation = defineResource({
  module: 'insurance',
  name: 'insCollation',
  path: 'insuranceMgt/collation',
  screen: '/insuranceMgt/collationPrincipal',
  permission: 'ins:collation',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: rowOf(),
    holderName: field.text({ max: 80, ...derived }),
    phoneMask: field.text({ max: 40, ...maybe }),
    regionCode: field.region(derived),
    insurerId: field.ref('registry.principal', derived),
    year: field.int(derived),
    registerHead: field.int(derived),
    policyHead: field.int(derived),
    failed: field.dicts('ins_collation_check', derived),
    checks: field.json(derived) as unknown as Field<Check[]>,
    acceptReason: field.text({ max: 500, ...maybe }),
    collatedAt: field.dateTime(maybe),
    result: field.state('ins_collation_result', 'unchecked', 'matched', 'differs', 'accepted', 'blocked'),
    ...stamps,
  },
  title: 'holderName',
  list: {
    columns: [
      'holderName',
      'phoneMask',
      'regionCode',
      'year',
      'registerHead',
      'policyHead',
      'failed',
      'result',
      'collatedAt',
    ],
    filters: ['holderName', 'result', 'failed', 'year', 'regionCode'],
    search: ['holderName'],
    sorts: ['holderName', 'registerHead', 'collatedAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    accept: { from: ['differs', 'blocked', 'unchecked'], to: 'accepted', permission: 'edit', remark: true },
    block: {
      from: ['differs', 'matched', 'accepted', 'unchecked'],
      to: 'blocked',
      permission: 'edit',
      remark: true,
      danger: true,
    },
  },
});
export type InsCollation = RowOf<typeof insCollation>;

export const runCollation = endpoint({
  method: 'POST',
  path: 'insuranceMgt/collation/run',
  access: needs('ins:collation:edit'),
  body: z.strictObject({ regionCode: z.int(), year: z.int().min(2000).max(2100) }),
  data: z.object({ holders: z.number(), matched: z.number(), differs: z.number(), kept: z.number() }),
  action: 'run',
});
