import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { linkArticle } from '../consult/consult.article.ts';
import { insertCaseDraft } from './knowledge-article.ts';

interface Told {
  readonly species: string;
  readonly headIll: number;
  readonly outcome: string | null;
  readonly status: string;
  readonly consent: string;
  readonly articleId: number | null;
  readonly expertId: number | null;
  readonly expertName: string | null;
  readonly expertTitle: string | null;
  readonly tagId: number | null;
  readonly disease: string | null;
  readonly signs: string[];
  readonly onsetDays: number;
  readonly answeredDays: number | null;
  readonly closedDays: number | null;
  readonly medicines: { name: string; route: string; days: number; times: number; dose: string }[];
}

/** Coded facts alone, with days counted from the first sign: what people wrote stays in the case. */
const toldSql = `select c.species, c.head_ill as "headIll", c.outcome, c.status, c.share_consent as consent,
    c.article_id as "articleId", c.expert_id as "expertId", e.name as "expertName", e.title as "expertTitle",
    c.diagnosis_tag_id as "tagId", (select g.name_zh from cure.cure_tag g where g.id = c.diagnosis_tag_id) as disease,
    array(select g.name_zh from cure.cure_tag g where g.id = any (c.sign_tag_ids) order by g.order_num, g.id) as signs,
    (c.created_at::date - c.onset_on) as "onsetDays", (c.answered_at::date - c.onset_on) as "answeredDays",
    (c.closed_at::date - c.onset_on) as "closedDays",
    coalesce((select jsonb_agg(jsonb_build_object('name', m.generic_name, 'route', l.route, 'days', l.days,
        'times', l.times_per_day, 'dose', trim_scale(l.dose) || ' ' || l.dose_unit) order by l.id)
      from cure.prescription p join cure.prescription_line l on l.parent_id = p.id
        join cure.medicine m on m.id = l.medicine_id
      where p.tenant_no = c.tenant_no and p.consult_id = c.id and p.status not in ('draft', 'cancelled')), '[]')
      as medicines
  from cure.consult c left join cure.expert e on e.id = c.expert_id where c.id = $1`;

const list = (items: readonly string[]) => `<ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul>`;
const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** R76: a draft in which nobody can be found again, because nothing goes into it that could name anybody. */
export async function draftFromCase(call: Call, consultId: number): Promise<number> {
  const [seen] = await call.tx.query<{ id: number }>('select id from cure.consult where id = $1', [consultId]);
  if (!seen) throw notFound();
  return inTenant(call.tx, call.actor.tenantNo, 'articleFromCase', async (all) => {
    const [told] = await all.query<Told>(toldSql, [consultId]);
    if (!told) throw notFound();
    if (told.status !== 'closed' || !told.outcome || told.outcome === 'unknown')
      throw refusal('caseOpen', 'cure.refusal.caseOpen');
    if (told.consent === 'none') throw refusal('noConsent', 'cure.refusal.noConsent');
    if (told.articleId) throw refusal('articleExists', 'cure.refusal.articleExists');
    const [mine] = await all.query<{ id: number }>(
      'select id from cure.expert where tenant_no = kit.tenant() and user_id = $1',
      [call.actor.userId],
    );
    if (told.expertId !== mine?.id && !call.actor.actions.has('cure:baike:review')) throw forbidden();
    const id = await write(all, call, consultId, told);
    await linkArticle(all, consultId, id);
    return id;
  });
}

async function write(tx: Tx, call: Call, consultId: number, told: Told): Promise<number> {
  const label = (dict: string, value: string) =>
    lookups().dictLabel(dict, value, call.actor.tenantNo, call.language) ?? value;
  const say = (key: string, args: Record<string, string | number> = {}) => call.say(`cure.fromCase.${key}`, args);
  const species = label('species', told.species);
  const disease = told.disease ?? say('undetermined');
  const signs = told.signs.map(safe).join('、');
  const days = (n: number | null) => say('dayN', { n: Math.max(0, n ?? 0) });
  const medicines = [...new Set(told.medicines.map((one) => one.name))].map(safe);
  const outcome = label('consult_outcome', told.outcome ?? '');
  const course = [
    `${days(0)}：${say('onset', { signs })}`,
    `${days(told.onsetDays)}：${say('asked')}`,
    ...(told.answeredDays === null
      ? []
      : [`${days(told.answeredDays)}：${say('diagnosed', { disease: safe(disease) })}`]),
    ...(told.closedDays === null ? [] : [`${days(told.closedDays)}：${say('ended', { outcome })}`]),
  ];
  const content = [
    `<h2>${say('signs')}</h2><p>${say('herd', { species, n: told.headIll, signs })}</p>`,
    `<h2>${say('course')}</h2>${list(course)}`,
    `<h2>${say('diagnosis')}</h2><p>${safe(disease)}</p>`,
    `<h2>${say('treatment')}</h2>${medicines.length > 0 ? list(medicines) : `<p>${say('noDrug')}</p>`}<p>${say('askVet')}</p>`,
    `<h2>${say('outcome')}</h2><p>${outcome}</p>`,
  ].join('');
  const vetContent = told.medicines
    .map(
      (one) =>
        `${one.name} · ${label('drug_route', one.route)} · ${one.dose} · ${say('timesDays', { times: one.times, days: one.days })}`,
    )
    .join('\n');
  return insertCaseDraft(tx, {
    consultId,
    title: say('title', { species, disease }).slice(0, 60),
    species: told.species,
    tagId: told.tagId,
    summary: say('summary', { signs: told.signs.join('、'), disease, outcome }).slice(0, 200),
    content,
    vetContent,
    authorExpertId: told.expertId,
    authorId: call.actor.userId,
    authorName: told.expertName ?? call.actor.nickname,
    authorTitle: told.expertTitle,
  });
}

/** Words of a case that must not stand in an article made from it: found in its text they stop it. */
export async function identityIn(tx: Tx, consultId: number, text: string): Promise<string[]> {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'articleIdentity', (all) =>
    all.query<{ words: (string | null)[]; regionCode: number }>(
      `select c.region_code as "regionCode", array[registry.principal_name(c.principal_id), c.doc_no, u.name]
         || array(select a.ear_tag from cure.consult_animal a where a.consult_id = c.id) as words
       from cure.consult c left join cure.user_seen u on u.id = c.asker_id where c.id = $1`,
      [consultId],
    ),
  );
  // The county may be told: an article says where a disease is about.
  const places = (regionName(row?.regionCode ?? 0) ?? '').split(' ').slice(1);
  const found = [...(row?.words ?? []), ...places].filter((word): word is string =>
    Boolean(word && word.length > 1 && text.includes(word)),
  );
  const numbers = text.match(/1[3-9]\d{9}|\b\d{15}\b|\d{17}[\dXx]/g) ?? [];
  return [...new Set([...found, ...numbers])];
}
