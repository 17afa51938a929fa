import { randomInt } from 'node:crypto';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { drawCallbacks, insCallback } from '#modules/insurance/contract/monitor/monitor.ts';
import { settingCodes } from '#modules/insurance/contract/setting/setting-codes.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';

interface Drawn {
  readonly among: number;
  readonly drawn: number;
}
/** At least one where there is anybody; the rest by the share the setting says. */
const drawSql = (from: string, columns: string) => `with those as (${from}),
  chosen as (select t.* from those t order by kit.draw_key($3, t.id, 1)
    limit (select ceil(count(*) * $4::numeric / 10000)::bigint from those)),
  made as (insert into insurance.ins_callback (tenant_no, region_code, insurer_id, principal_id, holder_name,
      phone_mask, kind, subject_no, drawn_by, created_by, updated_by, ${columns})
    select kit.tenant(), c.region_code, c.insurer_id, c.principal_id, c.holder_name, c.phone_mask, $5, c.subject_no,
      'random', $6, $6, c.id from chosen c returning 1)
  select (select count(*)::int from those) as among, (select count(*)::int from made) as drawn`;
const certificates = `select c.id, c.region_code, c.insurer_id, c.principal_id, c.holder_name, c.phone_mask,
    c.cert_no as subject_no
  from insurance.ins_policy_party c join insurance.ins_policy p on p.tenant_no = c.tenant_no and p.id = c.policy_id
  where c.tenant_no = kit.tenant() and p.issued_at >= $1::date and p.issued_at < $2::date + 1
    and c.insurer_id = any (insurance.my_units()) and not exists (select 1 from insurance.ins_callback b
      where b.tenant_no = c.tenant_no and b.policy_party_id = c.id)`;
const claims = `select c.id, c.region_code, c.insurer_id, c.principal_id, c.holder_name, c.phone_mask,
    c.doc_no as subject_no
  from insurance.ins_claim c where c.tenant_no = kit.tenant() and c.status = 'closed' and c.state_since >= $1::date
    and c.state_since < $2::date + 1 and c.insurer_id = any (insurance.my_units())
    and not exists (select 1 from insurance.ins_callback b where b.tenant_no = c.tenant_no and b.claim_id = c.id)`;

async function draw(call: Call<typeof drawCallbacks>) {
  const { kind, from, to } = call.body;
  if (to < from) throw refuse('wrongDays');
  const code = kind === 'enrol' ? 'callback.enrolBp' : 'callback.claimBp';
  const root = lookups().rootRegion(call.actor.tenantNo);
  const bp =
    root === null ? settingCodes[code].standard : await numberOf(call.tx, code, root, call.actor.principalId ?? 0);
  const seed = randomInt(1, 2_000_000_000);
  const text = kind === 'enrol' ? drawSql(certificates, 'policy_party_id') : drawSql(claims, 'claim_id');
  const [told] = await call.tx.query<Drawn>(text, [from, to, seed, bp, kind, call.actor.userId]);
  call.answer.msg = call.say('ok.saved');
  return { among: told?.among ?? 0, drawn: told?.drawn ?? 0, seed };
}

interface Answer {
  readonly result: string;
  readonly ownSignature?: boolean | null;
  readonly moneyRight?: boolean | null;
  readonly askedFor?: boolean | null;
  readonly words?: string | null;
  readonly record?: readonly number[] | null;
}
export const callbackRoutes = (): Route[] => [
  ...serveResource(insCallback)({
    expressions: { insurer: 'registry.principal_name(t.insurer_id)' },
    before: {
      transition: async (call, move) => {
        if (move.name !== 'answer') return undefined;
        const { words, record, ...said } = move.form as unknown as Answer;
        return {
          result: said.result,
          ownSignature: said.ownSignature ?? null,
          moneyRight: said.moneyRight ?? null,
          askedFor: said.askedFor ?? null,
          remark: words ?? null,
          files: record ?? null,
          callerName: call.actor.nickname,
          calledAt: new Date().toISOString(),
        };
      },
    },
    after: {
      transition: async (call, move) => {
        const { record } = (move.form ?? {}) as { record?: number[] | null };
        if (record?.length) await linkFiles(call.tx, record, 'insurance.insCallback', move.id);
      },
    },
  }),
  serve('insurance', drawCallbacks, draw),
];
