import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { pledgeItem } from '#modules/bank/contract/pledge/pledge-item.ts';
import { changeRoutes } from './change/change-routes.ts';
import { conditionRoutes } from './conditions.ts';
import { declareRoutes } from './declare.ts';
import { objectionRoutes } from './objections.ts';
import { afterStep, beforeStep } from './steps.ts';
import { surveyRoutes } from './survey.ts';
import { viewRoutes } from './views.ts';

const day = `(now() at time zone 'Asia/Shanghai')::date`;
const nameOf = (column: string) =>
  `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.${column})`;
const items = (what: string, where = 'true') =>
  `(select ${what} from bank.pledge_item i where i.tenant_no = t.tenant_no and i.pledge_id = t.id
    and i.state in ('reserved', 'pledged', 'releasing', 'missing') and ${where})`;
const itemSum = (column: string) =>
  `(select a.${column} from bank.pledge_item_amount a where a.tenant_no = t.tenant_no and a.id = t.id)`;
const unseenDays = `coalesce((select q.unseen_days from bank.pledge p
    join bank.credit_line c on c.tenant_no = p.tenant_no and c.id = p.credit_line_id
    join bank.bank_product q on q.tenant_no = c.tenant_no and q.id = c.product_id
    where p.tenant_no = t.tenant_no and p.id = t.pledge_id), 3)`;
/** Contract, registration and what led to an enforcement speak of sums: the bank and its client read them, as they read its amounts (R5, R6). */
const ofParties = (column: string) =>
  `(select t.${column} from bank.pledge_amount a where a.tenant_no = t.tenant_no and a.id = t.id)`;
const isLive = `t.state in ('reserved', 'pledged', 'releasing', 'missing')`;

const pledgeResourceRoutes = (): Route[] => [
  ...serveResource(pledge)({
    expressions: {
      // An authority and a supervisor read no line of credit, and no number of one.
      creditLineId: `(select c.id from bank.credit_line c where c.tenant_no = t.tenant_no and c.id = t.credit_line_id)`,
      creditDocNo: `(select c.doc_no from bank.credit_line c
        where c.tenant_no = t.tenant_no and c.id = t.credit_line_id)`,
      bank: 'registry.principal_name(t.bank_id)',
      client: 'registry.principal_name(t.principal_id)',
      liveHead: items('count(*)::int'),
      value: `(select sum(a.value)::bigint from bank.pledge_item i join bank.pledge_item_amount a
        on a.tenant_no = i.tenant_no and a.id = i.id where i.tenant_no = t.tenant_no and i.pledge_id = t.id
        and i.state in ('pledged', 'releasing', 'missing'))`,
      contractFile: ofParties('contract_file'),
      searchFile: ofParties('search_file'),
      registryFile: ofParties('registry_file'),
      legalFiles: ofParties('legal_files'),
      cancelFile: ofParties('cancel_file'),
      defaultFacts: ofParties('default_facts'),
      valueAtStart: `(select a.value_at_start from bank.pledge_amount a
        where a.tenant_no = t.tenant_no and a.id = t.id)`,
      coveredHead: items('count(*)::int', `i.cover_to >= ${day}`),
      seen24: items('count(*)::int', `i.seen_at > now() - interval '24 hours'`),
      openObjections: `(select count(*)::int from bank.pledge_objection o where o.tenant_no = t.tenant_no
        and o.pledge_id = t.id and o.status = 'open')`,
      declaredByName: nameOf('declared_by'),
      surveyedByName: nameOf('surveyed_by'),
      stateDays: `(${day} - (t.updated_at at time zone 'Asia/Shanghai')::date)::int`,
    },
    before: { transition: beforeStep },
    after: { transition: afterStep },
    can: (row, verb) => verb !== 'deregisterCancelled' || (row.registryNo !== null && row.cancelNo === null),
  }),
  ...serveResource(pledgeItem)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      siteId: `(select p.site_id from bank.pledge p where p.tenant_no = t.tenant_no and p.id = t.pledge_id)`,
      site: `(select s.name from bank.pledge p join bank.pledge_site s on s.tenant_no = p.tenant_no and s.id = p.site_id
        where p.tenant_no = t.tenant_no and p.id = t.pledge_id)`,
      ageMonths: `(extract(year from age(${day}, t.birth_date)) * 12
        + extract(month from age(${day}, t.birth_date)))::int`,
      value: itemSum('value'),
      startValue: itemSum('start_value'),
      sumInsured: itemSum('sum_insured'),
      weightUsed: 't.weight_used::float8',
      deviceNos: `(select string_agg(d.device_no, ' ' order by d.device_no) from bank.pledge_device_seen d
        where d.tenant_no = t.tenant_no and d.animal_id = t.animal_id)`,
      hasDevice: `exists (select 1 from bank.pledge_device_seen d where d.tenant_no = t.tenant_no
        and d.animal_id = t.animal_id)`,
      isUnseen: `(${isLive} and coalesce(t.seen_at < now() - make_interval(days => ${unseenDays}), true))`,
      isUncovered: `(${isLive} and coalesce(t.cover_to < ${day}, true))`,
    },
    match: {
      // The end of a number is what people read aloud.
      earTag: (value, add) =>
        /^\d{15}$/.test(value) ? `t.ear_tag = ${add(value)}` : `t.ear_tag like '%' || ${add(value.replace(/\D/g, ''))}`,
    },
  }),
];

export const pledgeRoutes = (): Route[] => [
  ...declareRoutes(),
  ...surveyRoutes(),
  ...objectionRoutes(),
  ...conditionRoutes(),
  ...viewRoutes(),
  ...pledgeResourceRoutes(),
  ...changeRoutes(),
];
