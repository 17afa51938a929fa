import type { Tx } from '#kit/server/db/database.ts';
import type { AskForm } from '#modules/cure/contract/consult/case.ts';

export interface ConsultRow {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly urgency: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly centreId: number;
  readonly upperId: number | null;
  readonly askerId: number;
  readonly species: string;
  readonly headIll: number;
  readonly headDead: number;
  readonly signTagIds: readonly number[];
  readonly signs: string;
  readonly wants: string;
  readonly speak: string;
  readonly redFlag: boolean;
  readonly expertId: number | null;
  readonly userIds: readonly number[];
  readonly firstReplyAt: string | null;
  readonly answerDue: string | null;
  readonly closedAt: string | null;
}

const columns = `c.id, c.doc_no as "docNo", c.version, c.status, c.urgency, c.principal_id as "principalId", c.region_code as "regionCode",
  c.centre_id as "centreId", c.upper_id as "upperId", c.asker_id as "askerId", c.species, c.head_ill as "headIll", c.head_dead as "headDead",
  c.sign_tag_ids as "signTagIds", c.signs, c.wants, c.speak, c.red_flag as "redFlag", c.expert_id as "expertId", c.user_ids as "userIds",
  c.first_reply_at as "firstReplyAt", c.answer_due as "answerDue", c.closed_at as "closedAt"`;

export async function consultOf(tx: Tx, id: number, lock = false): Promise<ConsultRow | null> {
  const [row] = await tx.query<ConsultRow>(
    `select ${columns} from cure.consult c where c.id = $1${lock ? ' for update of c' : ''}`,
    [id],
  );
  return row ?? null;
}

export async function consultOfRequest(tx: Tx, requestId: string): Promise<ConsultRow | null> {
  const [row] = await tx.query<ConsultRow>(
    `select ${columns} from cure.consult c where c.tenant_no = kit.tenant() and c.request_id = $1`,
    [requestId],
  );
  return row ?? null;
}

export interface NewConsult {
  readonly form: AskForm;
  readonly regionCode: number;
  readonly centreId: number;
  readonly upperId: number | null;
  readonly behalf: boolean;
  readonly signs: string;
  readonly urgency: string;
  readonly urgencyBy: string;
  readonly redFlag: boolean;
  readonly caseFile: unknown;
  readonly replyDue: Date;
  readonly answerDue: Date;
  readonly askerId: number;
}

export async function insertConsult(tx: Tx, made: NewConsult): Promise<ConsultRow> {
  const { form } = made;
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.consult (tenant_no, region_code, principal_id, centre_id, upper_id, doc_no, asker_id, behalf,
      species, head_ill, head_dead,
       head_at_risk, untagged_head, sign_tag_ids, signs, onset_on, complaint, temperature, drugs_given, photos, voices, wants, urgency, urgency_by,
       red_flag, speak, case_file, case_file_at, reply_due, answer_due, request_id, created_by)
     values (kit.tenant(), $1, $2, $3, $4, kit.doc_no('CC'), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       $17, $18, $19, $20, $21, $22,
       $23, $24, $25, now(), $26, $27, $28, $5) returning id`,
    [
      made.regionCode,
      form.principalId,
      made.centreId,
      made.upperId,
      made.askerId,
      made.behalf,
      form.species,
      form.headIll,
      form.headDead,
      form.headAtRisk ?? null,
      form.untaggedHead,
      form.signTagIds,
      made.signs,
      form.onsetOn,
      form.complaint,
      form.temperature ?? null,
      form.drugsGiven ?? null,
      form.photos,
      form.voices,
      form.wants,
      made.urgency,
      made.urgencyBy,
      made.redFlag,
      form.speak,
      JSON.stringify(made.caseFile),
      made.replyDue.toISOString(),
      made.answerDue.toISOString(),
      form.requestId,
    ],
  );
  return (await consultOf(tx, row?.id as number)) as ConsultRow;
}

type Patch = Partial<{
  status: string;
  expertId: number | null;
  onBoard: boolean;
  firstReplyAt: string;
  answeredAt: string;
  diagnosisTagId: number;
  suspect: boolean;
  lastSeq: number;
}>;
const names: Readonly<Record<keyof Patch, string>> = {
  status: 'status',
  expertId: 'expert_id',
  onBoard: 'on_board',
  firstReplyAt: 'first_reply_at',
  answeredAt: 'answered_at',
  diagnosisTagId: 'diagnosis_tag_id',
  suspect: 'suspect',
  lastSeq: 'last_seq',
};

/** What a step of the talk changes; `last_at` moves with it. */
export async function patchConsult(tx: Tx, id: number, patch: Patch): Promise<void> {
  const keys = Object.keys(patch) as (keyof Patch)[];
  const sets = keys.map((key, at) => `${names[key]} = $${at + 2}`);
  await tx.query(
    `update cure.consult set ${[...sets, 'last_at = now()', 'version = version + 1', 'updated_at = now()'].join(
      ', ',
    )} where id = $1`,
    [id, ...keys.map((key) => patch[key] ?? null)],
  );
}

/** The next number of its talk; whoever writes next waits. */
export async function nextSeq(tx: Tx, id: number): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(
    'update cure.consult set last_seq = last_seq + 1, last_at = now() where id = $1 returning last_seq as seq',
    [id],
  );
  return row?.seq ?? 0;
}

/** Counties where something was answered and nobody has spoken for a while. */
export const quietCounties = async (tx: Tx): Promise<number[]> =>
  (
    await tx.query<{ county: number }>(
      `select distinct (region_code / 1000000) * 1000000 as county from cure.consult
       where tenant_no = kit.tenant() and status in ('answered', 'following') and last_at < now() - interval '3 days'`,
    )
  ).map((one) => one.county);

/** R74: answered long ago, and nothing is open. */
export const closeForgotten = (tx: Tx, county: number, days: number): Promise<{ id: number }[]> =>
  tx.query<{ id: number }>(
    `update cure.consult c set status = 'closed', outcome = 'unknown', closed_at = now(), version = version + 1,
      updated_at = now()
     where c.tenant_no = kit.tenant() and c.status in ('answered', 'following')
       and c.last_at < now() - make_interval(days => $1) and c.region_code / 1000000 = $2::bigint / 1000000
       and not exists (select 1 from cure.follow_up f where f.consult_id = c.id and f.status = 'due')
       and not exists (select 1 from cure.prescription p where p.consult_id = c.id and p.status in ('issued',
         'running')) returning c.id`,
    [days, county],
  );

/** Open cases of a unit that became another; the desk that answers them stays. */
export const reassignConsults = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.consult t set principal_id = u.id, region_code = u.region_code, version = t.version + 1,
       updated_at = now()
     from cure.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.principal_id = $1
       and t.status not in ('closed', 'cancelled')`,
    [from, to],
  );
