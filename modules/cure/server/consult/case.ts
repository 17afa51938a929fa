import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { findRow } from '#kit/server/resource/write.ts';
import type * as contract from '#modules/cure/contract/consult/case.ts';
import type { CaseMessage, CasePage } from '#modules/cure/contract/consult/case.ts';
import { consult as resource } from '#modules/cure/contract/consult/consult.ts';
import { linkTo, present, regionName } from '#modules/platform/server/index.ts';
import { coSignsOf, mayCoSign } from '../together/consult-co-sign.ts';
import { type ConsultRow, consultOf, patchConsult } from './consult.ts';
import { saidBefore, sayIn, takeBack, tellTalk } from './consult-message.ts';
import { readUpTo } from './consult-party.ts';

const over = ['closed', 'cancelled'];

/** Seen by the caller, or not there: a colleague of an expert gets the same answer as somebody who guesses a number. */
export async function seen(tx: Tx, id: number): Promise<ConsultRow> {
  const row = await consultOf(tx, id);
  if (!row) throw notFound();
  return row;
}

/** What somebody is in this talk. */
export async function roleIn(tx: Tx, row: ConsultRow, call: Pick<Call, 'actor'>): Promise<string> {
  const [party] = await tx.query<{ role: string }>(
    `select role from cure.consult_party where tenant_no = kit.tenant() and consult_id = $1 and user_id = $2
      and to_on is null`,
    [row.id, call.actor.userId],
  );
  if (party) return party.role;
  return call.actor.scope.principals.includes(row.principalId) ? 'asker' : 'observer';
}

interface MessageRow extends Omit<CaseMessage, 'fileUrl' | 'isMine'> {}

async function messages(tx: Tx, call: Pick<Call, 'actor'>, id: number, after: number): Promise<CaseMessage[]> {
  const rows = await tx.query<MessageRow>(
    `select seq, sender_id as "senderId", sender, role, kind, body, file_id as "fileId", ref_id as "refId", at,
      recalled_at is not null as "isRecalled"
     from cure.consult_message where tenant_no = kit.tenant() and consult_id = $1 and seq > $2 order by seq limit 500`,
    [id, after],
  );
  return rows.map((row) => ({
    ...row,
    fileUrl: row.fileId ? linkTo(call.actor, row.fileId) : null,
    isMine: row.senderId === call.actor.userId,
  }));
}

export async function readCase(call: Call<typeof contract.caseOf>): Promise<CasePage> {
  const { id } = call.query;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const row = await seen(tx, id);
    const [more] = await tx.query<{
      urgencyBy: string;
      suspect: boolean;
      headAtRisk: number | null;
      untaggedHead: number;
      onsetOn: string;
      complaint: string;
      temperature: number | null;
      drugsGiven: string | null;
      askedAt: string;
      replyDue: string | null;
      answeredAt: string | null;
      outcome: string | null;
      rating: number | null;
      photos: number[];
      file: CasePage['file'];
      fileAt: string | null;
      holder: string;
    }>(
      `select urgency_by as "urgencyBy", suspect, head_at_risk as "headAtRisk", untagged_head as "untaggedHead",
        to_char(onset_on, 'YYYY-MM-DD') as "onsetOn",
         complaint, temperature::float8 as temperature, drugs_given as "drugsGiven", created_at as "askedAt", reply_due as "replyDue",
         answered_at as "answeredAt", outcome, rating, photos, case_file as file, case_file_at as "fileAt", registry.principal_name(principal_id) as holder
       from cure.consult where id = $1`,
      [id],
    );
    if (!more) throw notFound();
    const role = await roleIn(tx, row, call);
    const opinions = await tx.query<CasePage['opinions'][number]>(
      `select o.no, e.name as expert, t.name_zh as diagnosis, o.certainty, o.suspect_answer as "suspectAnswer",
        o.basis, o.advice, o.isolate,
         o.protect_people as "protectPeople", o.sampling_advice as "samplingAdvice", o.visit_needed as "visitNeeded", o.follow_days as "followDays",
         o.replaces_no as "replacesNo", o.created_at as at, ${coSignsOf} as "coSigns"
       from cure.consult_opinion o join cure.expert e on e.id = o.expert_id
         join cure.cure_tag t on t.id = o.diagnosis_tag_id
       where o.tenant_no = kit.tenant() and o.consult_id = $1 order by o.no desc`,
      [id],
    );
    const talk = await messages(tx, call, id, 0);
    const others = await inTenant(tx, call.actor.tenantNo, 'readCase', async (all) => ({
      parties: await all.query<{ userId: number; name: string; role: string }>(
        `select p.user_id as "userId", u.name, p.role from cure.consult_party p
          join cure.user_seen u on u.id = p.user_id
         where p.tenant_no = kit.tenant() and p.consult_id = $1 and p.to_on is null order by p.from_at`,
        [id],
      ),
      sheets: await all.query<CasePage['sheets'][number]>(
        `select id, doc_no as "docNo", medicines, status, to_char(meat_until, 'YYYY-MM-DD') as "meatUntil",
           to_char(course_from, 'YYYY-MM-DD') as "courseFrom", to_char(course_to, 'YYYY-MM-DD') as "courseTo"
         from cure.prescription where tenant_no = kit.tenant() and consult_id = $1 and status <> 'draft'
           order by id desc`,
        [id],
      ),
      followUps: await all.query<CasePage['followUps'][number]>(
        `select to_char(due_on, 'YYYY-MM-DD') as "dueOn", way, result, status from cure.follow_up
          where tenant_no = kit.tenant() and consult_id = $1 order by due_on`,
        [id],
      ),
      expertUser: (
        await all.query<{ userId: number | null }>('select user_id as "userId" from cure.expert where id = $1', [
          row.expertId,
        ])
      )[0]?.userId,
    }));
    const isInCharge = others.expertUser === call.actor.userId;
    const here = await present(call.database, call.actor.tenantNo, {
      userIds: others.parties.map((one) => one.userId),
      from: new Date(Date.now() - 60_000),
      to: new Date(),
    });
    const isOpen = !over.includes(row.status);
    const within = Object.create(call as object, { tx: { value: tx } }) as Call;
    const { _can } = await findRow(within, resource, id);
    return {
      ...more,
      id: row.id,
      version: row.version,
      docNo: row.docNo,
      status: row.status,
      urgency: row.urgency,
      redFlag: row.redFlag,
      principalId: row.principalId,
      regionCode: row.regionCode,
      place: regionName(row.regionCode) ?? '',
      species: row.species,
      headIll: row.headIll,
      headDead: row.headDead,
      signs: row.signs.split('、').filter(Boolean),
      wants: row.wants,
      speak: row.speak,
      answerDue: row.answerDue,
      firstReplyAt: row.firstReplyAt,
      closedAt: row.closedAt,
      pictures: more.photos.map((file) => ({ id: file, url: linkTo(call.actor, file) })),
      parties: others.parties.map((one) => ({ ...one, isHere: here.has(one.userId) })),
      sheets: others.sheets,
      followUps: others.followUps,
      opinions,
      messages: talk,
      me: {
        role,
        isInCharge,
        mayWrite: isOpen && role !== 'observer',
        mayOpine: isInCharge && ['inProgress', 'answered', 'following'].includes(row.status),
        mayPrescribe:
          isOpen && row.expertId !== null && call.actor.actions.has('cure:prescription:issue') && role !== 'observer',
        mayCall:
          role !== 'observer' &&
          call.actor.actions.has('cure:room:join') &&
          ['inProgress', 'needInfo', 'answered', 'following'].includes(row.status),
        mayInvite: isInCharge && isOpen,
        mayCoSign: isOpen && (await mayCoSign(tx, row, call.actor.userId)),
        mayAssign:
          call.actor.actions.has('cure:consult:assign') &&
          ['waiting', 'offered', 'inProgress', 'needInfo'].includes(row.status),
      },
      can: _can,
    };
  });
}

export const readMessages = (call: Call<typeof contract.messagesOf>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    await seen(tx, call.query.id);
    return messages(tx, call, call.query.id, call.query.afterSeq);
  });

const expertRoles = new Set(['expert', 'coExpert', 'localVet']);

export async function say(call: Call<typeof contract.sendMessage>) {
  const { consultId, kind, text, fileId, refId, clientKey } = call.body;
  const row = await seen(call.tx, consultId);
  const role = await roleIn(call.tx, row, call);
  if (role === 'observer') throw forbidden();
  if (over.includes(row.status)) throw refusal('talkOver', 'cure.refusal.talkOver');
  const known = await saidBefore(call.tx, consultId, clientKey);
  if (known) return known;
  if (fileId) await linkFiles(call.tx, [fileId], 'cure.consult', consultId);
  return inTenant(call.tx, call.actor.tenantNo, 'say', async (all) => {
    const said = await sayIn(all, consultId, {
      kind,
      body: text,
      fileId: fileId ?? null,
      refId: refId ?? null,
      actor: call.actor.userId,
      role,
      clientKey,
    });
    await readUpTo(all, consultId, call.actor.userId, said.seq);
    // R19: the first word of an expert stops the first clock; any word of the holder supplies what was missing.
    if (row.firstReplyAt === null && expertRoles.has(role))
      await patchConsult(all, consultId, { firstReplyAt: said.at });
    if (row.status === 'needInfo' && role === 'asker') {
      await patchConsult(all, consultId, { status: 'inProgress' });
      await tellTalk(all, consultId, 'state');
    }
    return said;
  });
}

export async function recall(call: Call<typeof contract.recallMessage>) {
  const { consultId, seq } = call.body;
  await seen(call.tx, consultId);
  const done = await inTenant(call.tx, call.actor.tenantNo, 'recall', (all) =>
    takeBack(all, consultId, seq, call.actor.userId),
  );
  if (done.length === 0) throw refusal('tooLate', 'cure.refusal.recallLate');
  await inTenant(call.tx, call.actor.tenantNo, 'recall', (all) => tellTalk(all, consultId, 'recalled', { seq }));
  return null;
}

export async function read(call: Call<typeof contract.markRead>) {
  const { consultId, seq } = call.body;
  await seen(call.tx, consultId);
  await inTenant(call.tx, call.actor.tenantNo, 'read', (all) => readUpTo(all, consultId, call.actor.userId, seq));
  return null;
}
