import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { askConsult, prepareAsk } from '#modules/cure/contract/consult/case.ts';
import { lockAnimals } from '#modules/registry/server/index.ts';
import { addDays } from '../medicine/labels.ts';
import { clocksOf, settingsFor } from '../setting/settings.ts';
import { beginsAs } from '../society/video-share.ts';
import { placeOf } from '../treatment/record.ts';
import { withdrawalUntil } from '../withdrawal/animal-withdrawal.ts';
import { freezeFile } from './case-file.ts';
import { consultOfRequest, insertConsult } from './consult.ts';
import { addPatients, openConsults } from './consult-animal.ts';
import { sayIn } from './consult-message.ts';
import { addParty } from './consult-party.ts';
import { deskOf } from './desk.ts';
import { dueAt, shiftAt, urgencyOf } from './dispatch.ts';
import { dispatch, nextMorning, tellHolder } from './offer-round.ts';

/** R1, R2. */
function check({ body }: Call<typeof askConsult>): void {
  const fault = (field: string, key: string) => invalid([{ field, key }]);
  if (body.animalIds.length === 0 && body.untaggedHead === 0) throw fault('animalIds', 'cure.refusal.nobody');
  if (body.onsetOn > today() || body.onsetOn < addDays(today(), -90)) throw fault('onsetOn', 'cure.refusal.onset');
  if (body.headAtRisk !== null && body.headAtRisk !== undefined && body.headIll + body.headDead > body.headAtRisk)
    throw fault('headAtRisk', 'cure.refusal.atRisk');
}

interface Sign {
  readonly id: number;
  readonly name: string;
  readonly redFlag: boolean;
}

export async function ask(call: Call<typeof askConsult>) {
  const { body, tx, actor } = call;
  check(call);
  const { regionCode } = await placeOf(tx, body.principalId);
  const animals = await lockAnimals(tx, body.animalIds);
  const known = await consultOfRequest(tx, body.requestId);
  if (known)
    return { id: known.id, docNo: known.docNo, urgency: known.urgency, redFlags: [], offeredTo: null, isRepeat: true };
  const strange = body.animalIds.findIndex(
    (id) =>
      !animals.some(
        (one) =>
          one.id === id &&
          one.principalId === body.principalId &&
          one.species === body.species &&
          one.status === 'inStock',
      ),
  );
  if (strange >= 0) throw invalid([{ field: `animalIds.${strange}`, key: 'cure.refusal.unknownAnimal' }]);
  const made = await inTenant(tx, actor.tenantNo, 'askConsult', async (all) => {
    const [open] = await openConsults(all, body.animalIds);
    if (open)
      throw refusal('consultOpen', 'cure.refusal.consultOpen', { docNo: open.docNo }, { consultId: open.consultId });
    const signs = await all.query<Sign>(
      `select id, name_zh as name, red_flag as "redFlag" from cure.cure_tag where tenant_no = kit.tenant()
        and id = any ($1) and kind = 'sign' and status = 'enabled'`,
      [body.signTagIds],
    );
    if (signs.length !== new Set(body.signTagIds).size)
      throw invalid([{ field: 'signTagIds', key: 'error.field.ref' }]);
    const redFlags = signs.filter((one) => one.redFlag).map((one) => one.name);
    const { urgency, by, mustAnswer } = urgencyOf({
      ...body,
      redFlags: redFlags.length,
      headAtRisk: body.headAtRisk ?? null,
    });
    const desk = await deskOf(all, regionCode);
    const [own] = await all.query<{ principalId: number }>(
      'select principal_id as "principalId" from cure.user_seen where id = $1',
      [actor.userId],
    );
    const now = new Date();
    const settings = await settingsFor(all, regionCode);
    const clocks = clocksOf(settings, urgency);
    const wants = await beginsAs(all, { ...body, urgency }, settings);
    const consult = await insertConsult(all, {
      form: { ...body, wants },
      regionCode,
      ...desk,
      behalf: own?.principalId !== body.principalId,
      signs: signs.map((one) => one.name).join('、'),
      urgency,
      urgencyBy: by,
      redFlag: mustAnswer,
      caseFile: await freezeFile(all, body.principalId, body.animalIds),
      replyDue: dueAt(now, clocks.reply, urgency),
      answerDue: dueAt(now, clocks.answer, urgency),
      askerId: actor.userId,
    });
    await addPatients(all, consult.id, body.animalIds);
    await addParty(all, consult.id, actor.userId, 'asker');
    await sayIn(all, consult.id, { kind: 'text', body: body.complaint, actor: actor.userId, role: 'asker' });
    for (const fileId of body.photos)
      await sayIn(all, consult.id, { kind: 'image', body: '', fileId, actor: actor.userId, role: 'asker' });
    if (wants !== body.wants) await sayIn(all, consult.id, { kind: 'system', body: 'videoSpent' });
    const offeredTo = await dispatch(all, consult.id);
    // R3: who is asked for hears of it.
    if (own?.principalId !== body.principalId) await tellHolder(all, consult, 'asked');
    return { id: consult.id, docNo: consult.docNo, urgency, redFlags, offeredTo };
  });
  await linkFiles(tx, [...body.photos, ...body.voices], 'cure.consult', made.id);
  call.answer.msg = call.say('ok.saved');
  return { ...made, isRepeat: false };
}

export async function prepare(call: Call<typeof prepareAsk>) {
  const { principalId, species } = call.query;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const own = principalId ?? call.actor.scope.principals[0] ?? 0;
    const [holder] = await tx.query<{ id: number; name: string; regionCode: number; type: string }>(
      'select id, name, region_code as "regionCode", type from cure.unit_seen where id = $1',
      [own],
    );
    if (principalId && !holder) throw notFound();
    const isHolder = holder && !['authority', 'preventionStation', 'clinic', 'association'].includes(holder.type);
    const animals = isHolder
      ? await tx.query<{ animalId: number; earTag: string; species: string; stage: string; pen: string | null }>(
          `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.stage, p.name as pen from cure.animal_seen a
           left join cure.pen_seen p on p.id = a.pen_id where a.principal_id = $1 and a.status = 'inStock'
             and ($2::text is null or a.species = $2)
           order by p.name nulls last, a.ear_tag limit 2000`,
          [holder.id, species ?? null],
        )
      : [];
    const ids = animals.map((one) => one.animalId);
    const { shift, on } = shiftAt(new Date());
    return inTenant(tx, call.actor.tenantNo, 'prepareAsk', async (all) => {
      const open = new Map((await openConsults(all, ids)).map((one) => [one.animalId, one]));
      const until = new Map((await withdrawalUntil(all, ids)).map((one) => [one.animalId, one.until]));
      const signs = await all.query<{ id: number; name: string; redFlag: boolean; uses: number }>(
        `select t.id, t.name_zh as name, t.red_flag as "redFlag", count(c.id)::int as uses from cure.cure_tag t
         left join cure.consult c on c.tenant_no = t.tenant_no and t.id = any (c.sign_tag_ids)
           and c.created_at > now() - interval '365 days'
         where t.tenant_no = kit.tenant() and t.kind = 'sign' and t.status = 'enabled' and ($1::text is null
           or t.species = '{}' or $1 = any (t.species))
         group by t.id order by count(c.id) desc, t.order_num, t.id`,
        [species ?? null],
      );
      const [duty] = await all.query<{ n: number; minutes: number | null }>(
        `select (select count(*)::int from cure.duty_slot d join cure.expert e on e.id = d.expert_id
          and e.status = 'active'
           where d.tenant_no = kit.tenant() and d.duty_on = $1 and d.shift = $2 and d.status in ('planned',
             'done')) as n,
         (select percentile_disc(0.5) within group (order by extract(epoch
           from c.first_reply_at - c.created_at) / 60)::int from cure.consult c
           where c.tenant_no = kit.tenant() and c.first_reply_at is not null
             and c.created_at > now() - interval '30 days') as minutes`,
        [on, shift],
      );
      return {
        holder: isHolder && holder ? { id: holder.id, name: holder.name, regionCode: holder.regionCode } : null,
        animals: animals.map((one) => ({
          ...one,
          openNo: open.get(one.animalId)?.docNo ?? null,
          openId: open.get(one.animalId)?.consultId ?? null,
          until: until.get(one.animalId) ?? null,
        })),
        signs,
        onDuty: duty?.n ?? 0,
        expectedMinutes: duty?.minutes ?? null,
        nextShift: shift === 'night' ? nextMorning(new Date()).toISOString() : null,
      };
    });
  });
}
