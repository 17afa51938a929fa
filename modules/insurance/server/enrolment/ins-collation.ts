import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { type Check, insCollation, runCollation } from '#modules/insurance/contract/enrolment/collation.ts';
import { enrolExtract } from '#modules/registry/server/index.ts';
import { refuse } from '../refusals.ts';
import { areasAt } from '../setting/ins-area.ts';

interface Holder {
  readonly id: number;
  readonly regionCode: number;
  readonly name: string;
  readonly contact: string;
  readonly type: string;
  readonly phone: string | null;
  readonly phoneUsers: number;
  readonly hasCard: boolean;
  readonly account: string | null;
  readonly accountName: string | null;
  readonly accountUsers: number;
  readonly isPlaced: boolean;
  readonly scale: string | null;
  readonly farmCode: string | null;
  readonly twins: number;
  readonly policyHead: number;
}
/** What the papers say of the holders: read past the row rules for an area that was given, and told as yes and no. */
const holdersOf = (tx: Tx, ids: readonly number[], insurerId: number): Promise<Holder[]> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.collation', (sys) =>
    sys.query<Holder>(
      `select h.id, h.region_code as "regionCode", h.name, h.contact_name as contact, h.type,
         h.contact_phone_mask as phone,
         (select count(*)::int from insurance.holder_seen o where o.tenant_no = h.tenant_no
           and o.contact_phone_hash = h.contact_phone_hash and o.status = 'active') as "phoneUsers",
         h.contact_id_card_hash is not null as "hasCard", h.bank_account_no_mask as account,
         h.bank_account_name as "accountName",
         (select count(*)::int from insurance.holder_seen o where o.tenant_no = h.tenant_no
           and h.bank_account_no_hash is not null
           and o.bank_account_no_hash = h.bank_account_no_hash) as "accountUsers",
         h.longitude is not null as "isPlaced", h.scale, h.farm_code as "farmCode",
         (select count(*)::int from insurance.twin_seen d where d.tenant_no = h.tenant_no and d.kind = 'principal'
           and d.status = 'open' and h.id in (d.left_id, d.right_id)) as twins,
         coalesce((select c.head from insurance.ins_policy_party c join insurance.ins_policy p
             on p.tenant_no = c.tenant_no and p.id = c.policy_id
           where c.tenant_no = h.tenant_no and c.principal_id = h.id and c.insurer_id = $2
           order by p.cover_to desc limit 1), 0) as "policyHead"
       from insurance.holder_seen h where h.tenant_no = kit.tenant() and h.id = any ($1)`,
      [ids, insurerId],
    ),
  );

const differsMuch = (a: number, b: number): boolean => b > 0 && Math.abs(a - b) * 5 > b;
function checksOf(one: Holder, head: number): Check[] {
  const isUnit = one.type !== 'household';
  return [
    { code: 'identity', ours: one.name, theirs: one.contact, ok: one.hasCard && (isUnit || one.name === one.contact) },
    { code: 'phone', ours: one.phone, theirs: String(one.phoneUsers), ok: one.phone !== null && one.phoneUsers <= 2 },
    {
      code: 'account',
      ours: one.account,
      theirs: one.accountName,
      ok:
        one.account === null ||
        ((one.accountName === null || [one.name, one.contact].includes(one.accountName)) && one.accountUsers <= 1),
    },
    { code: 'head', ours: String(head), theirs: String(one.policyHead), ok: !differsMuch(head, one.policyHead) },
    { code: 'place', ours: one.isPlaced ? '1' : null, theirs: null, ok: one.isPlaced },
    { code: 'duplicate', ours: String(one.twins), theirs: null, ok: one.twins === 0 },
    { code: 'paper', ours: one.farmCode, theirs: one.scale, ok: one.scale !== 'scaled' || one.farmCode !== null },
  ];
}

export interface NewCollation {
  readonly holder: Holder;
  readonly head: number;
}
/** A word somebody gave stands: only what nobody decided is judged anew. */
async function save(tx: Tx, insurerId: number, year: number, rows: readonly NewCollation[]) {
  return tx.query<{ result: string; kept: boolean }>(
    `insert into insurance.ins_collation (tenant_no, region_code, principal_id, insurer_id, year, holder_name,
       phone_mask,
       register_head, policy_head, checks, failed, result, collated_by, collated_at, created_by)
     select $1, r.region, r.id, $2, $3, r.name, r.phone, r.head, r.policy, r.checks,
       array(select jsonb_array_elements_text(r.failed)), r.result, $4, now(), $4
     from jsonb_to_recordset($5::jsonb) r(region bigint, id bigint, name text, phone text, head int, policy int,
       checks jsonb, failed jsonb, result text)
     on conflict (tenant_no, insurer_id, principal_id, year) do update set register_head = excluded.register_head,
       policy_head = excluded.policy_head, checks = excluded.checks, failed = excluded.failed,
       holder_name = excluded.holder_name, phone_mask = excluded.phone_mask,
       result = case when ins_collation.result in ('accepted', 'blocked') then ins_collation.result
         else excluded.result end,
       collated_by = excluded.collated_by, collated_at = now(), version = ins_collation.version + 1, updated_at = now()
     returning result, version > 0 and result in ('accepted', 'blocked') as kept`,
    [
      tx.scope.tenantNo,
      insurerId,
      year,
      tx.scope.userId,
      JSON.stringify(
        rows.map(({ holder, head }) => {
          const checks = checksOf(holder, head);
          const failed = checks.filter((one) => !one.ok).map((one) => one.code);
          return {
            region: holder.regionCode,
            id: holder.id,
            name: holder.name,
            phone: holder.phone,
            head,
            policy: holder.policyHead,
            checks,
            failed,
            result: failed.length > 0 ? 'differs' : 'matched',
          };
        }),
      ),
    ],
  );
}

export async function collate(tx: Tx, insurers: readonly number[], regionCode: number, year: number) {
  const [area] = await areasAt(tx, insurers, regionCode, today());
  if (!area) throw refuse('wrongArea');
  const herd = await enrolExtract(tx, { ground: `insurance.insArea:${area.id}`, regionCode, day: today() });
  const heads = new Map<number, number>();
  for (const one of herd) heads.set(one.principalId, (heads.get(one.principalId) ?? 0) + 1);
  const holders = await holdersOf(tx, [...heads.keys()], area.insurerId);
  const rows = await save(
    tx,
    area.insurerId,
    year,
    holders.map((holder) => ({ holder, head: heads.get(holder.id) ?? 0 })),
  );
  const count = (result: string) => rows.filter((one) => one.result === result).length;
  return {
    holders: rows.length,
    matched: count('matched'),
    differs: count('differs'),
    kept: rows.filter((one) => one.kept).length,
  };
}

export const collationRoutes = (): Route[] => [
  ...serveResource(insCollation)({
    before: {
      transition: async (_call, move) => ({ acceptReason: move.remark ?? null }),
    },
  }),
  serve('insurance', runCollation, async (call: Call<typeof runCollation>) => {
    const { regionCode, year } = call.body;
    const done = await collate(call.tx, call.actor.scope.principals, regionCode, year);
    call.answer.msg = call.say('ok.done');
    return done;
  }),
];
