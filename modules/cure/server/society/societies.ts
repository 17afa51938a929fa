import { AppError, forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { medicineFormulary } from '#modules/cure/contract/society/formulary.ts';
import { memberLevel, type SocietyDesk, societyDesk } from '#modules/cure/contract/society/member.ts';
import { society, societyOrg, societyPerson, societyPost } from '#modules/cure/contract/society/society.ts';
import { deskSql, oldestSql } from './desk-sql.ts';
import { addMonths } from './fee-calc.ts';
import { ownSociety } from './own-society.ts';

type Named = Readonly<{ societyId?: number }>;
/** Everything below a society is kept by its own people. */
export const own = async (call: Call, values: Named, row?: Named): Promise<undefined> => {
  await ownSociety(call, (row?.societyId ?? values.societyId) as number);
  return undefined;
};
const inUse = (name: string) => new AppError(409, 'error.inUse', { args: { name } });

interface Term {
  readonly id?: number;
  readonly postId: number;
  readonly phone: string;
  readonly termFrom: string;
  readonly termTo: string;
}
/** R94: no more people than seats at any time, no member of the board in the council, no term longer than the post's. */
async function checkTerm(call: Call, term: Term): Promise<void> {
  const { termFrom, termTo, postId } = term;
  const [post] = await call.tx.query<{ seats: number; termYears: number; kind: string; name: string }>(
    `select p.seats, p.term_years as "termYears", o.kind, p.name_zh as name
     from cure.society_post p join cure.society_org o on o.id = p.org_id where p.id = $1 for update of p`,
    [postId],
  );
  if (!post) throw invalid([{ field: 'postId', key: 'error.field.ref' }]);
  if (termTo <= termFrom) throw invalid([{ field: 'termTo', key: 'cure.societyPerson.termOrder' }]);
  if (termTo > addMonths(termFrom, post.termYears * 12))
    throw invalid([{ field: 'termTo', key: 'cure.societyPerson.termTooLong' }]);
  const others = await call.tx.query<{ from: string; to: string }>(
    `select to_char(term_from, 'YYYY-MM-DD') as from, to_char(term_to, 'YYYY-MM-DD') as to from cure.society_person
     where post_id = $1 and status = 'serving' and id is distinct from $2 and term_from <= $4::date
       and term_to >= $3::date`,
    [postId, term.id ?? null, termFrom, termTo],
  );
  // The most people serve together on a day on which one of them begins.
  const days = [termFrom, ...others.map((one) => one.from).filter((day) => day > termFrom)];
  const most = Math.max(...days.map((day) => others.filter((one) => one.from <= day && one.to >= day).length));
  if (most >= post.seats) throw refusal('seatsFull', 'cure.refusal.seatsFull', { post: post.name, n: post.seats });
  const against = { board: ['council', 'standing'], council: ['board'], standing: ['board'] }[post.kind];
  if (!against) return;
  const [both] = await call.tx.query(
    `select 1 from cure.society_person s join cure.society_post p on p.id = s.post_id
       join cure.society_org o on o.id = p.org_id
     where s.tenant_no = kit.tenant() and s.status = 'serving' and o.kind = any ($1) and s.id is distinct from $3
       and s.phone_hash = coalesce($2, (select m.phone_hash from cure.society_person m where m.id = $3))
       and s.term_from <= $5::date and s.term_to >= $4::date limit 1`,
    [
      against,
      // A mask that comes back from a form stands for the stored number.
      term.phone.includes('*') ? null : searchHash(term.phone, call.actor.tenantNo),
      term.id ?? null,
      termFrom,
      termTo,
    ],
  );
  if (both) throw refusal('bothBodies', 'cure.refusal.bothBodies');
}

const serving = (where: string) =>
  `(select count(*)::int from cure.society_person s join cure.society_post p on p.id = s.post_id
    where s.status = 'serving' and ${where})`;

async function desk(call: Call<typeof societyDesk>): Promise<SocietyDesk> {
  const [societies] = await call.database.read<[{ id: number }]>(call.actor.scope, {
    text: 'select id from cure.society where tenant_no = kit.tenant() and principal_id = any ($1)',
    values: [call.actor.scope.principals],
  });
  const [counts, oldest] = await call.database.read<[Omit<SocietyDesk, 'oldest'>, SocietyDesk['oldest'][number]]>(
    call.actor.scope,
    { text: deskSql, values: [societies.map((one) => one.id)] },
    { text: oldestSql, values: [] },
  );
  return { ...(counts[0] as SocietyDesk), oldest };
}

export const societyRoutes = (): Route[] => [
  ...serveResource(society)({
    expressions: {
      members: `(select count(*)::int from cure.society_member m where m.society_id = t.id
        and m.status in ('active', 'grace'))`,
    },
    before: {
      add: async (call, { principalId }) => {
        // Who speaks for the unit, or the authority, sets up its society.
        if (!call.actor.scope.principals.includes(principalId) && !call.actor.actions.has('cure:host:audit'))
          throw forbidden();
        const [unit] = await inTenant(call.tx, call.actor.tenantNo, 'society', (all) =>
          all.query<{ name: string; type: string }>('select name, type from cure.unit_seen where id = $1', [
            principalId,
          ]),
        );
        if (unit?.type !== 'association') throw invalid([{ field: 'principalId', key: 'cure.society.noAssociation' }]);
        return { name: unit.name };
      },
      edit: async (call, _values, row) => {
        await ownSociety(call, row.id);
        return undefined;
      },
      transition: async (call, _move, row) => {
        await ownSociety(call, row.id);
        return undefined;
      },
    },
  }),
  ...serveResource(societyOrg)({
    expressions: {
      posts: '(select count(*)::int from cure.society_post p where p.org_id = t.id)',
      serving: serving('p.org_id = t.id'),
    },
    before: {
      add: own,
      edit: async (call, values, row) => {
        if (values.parentId === row.id) throw invalid([{ field: 'parentId', key: 'error.field.ref' }]);
        return own(call, values, row);
      },
      remove: async (call, row) => {
        await own(call, row);
        const used = await call.tx.query(
          `select 1 from cure.society_post where org_id = $1
           union all select 1 from cure.society_org where parent_id = $1 limit 1`,
          [row.id],
        );
        if (used.length > 0) throw inUse(row.name);
      },
    },
  }),
  ...serveResource(societyPost)({
    expressions: {
      serving: serving('p.id = t.id'),
      vacant: `greatest(t.seats - ${serving('p.id = t.id')}, 0)`,
    },
    before: {
      add: own,
      edit: async (call, values, row) => {
        if (values.seats < row.serving)
          throw refusal('seatsFull', 'cure.refusal.seatsFull', { post: row.nameZh, n: values.seats });
        return own(call, values, row);
      },
      remove: async (call, row) => {
        await own(call, row);
        const used = await call.tx.query('select 1 from cure.society_person where post_id = $1 limit 1', [row.id]);
        if (used.length > 0) throw inUse(row.nameZh);
      },
    },
  }),
  ...serveResource(societyPerson)({
    expressions: {
      orgId: '(select p.org_id from cure.society_post p where p.id = t.post_id)',
      daysLeft: `(case when t.status = 'serving' then t.term_to - current_date else 0 end)`,
    },
    before: {
      add: async (call, values) => {
        await own(call, values);
        await checkTerm(call, values);
        return undefined;
      },
      edit: async (call, values, row) => {
        await own(call, values, row);
        await checkTerm(call, { ...values, postId: row.postId, id: row.id });
        return undefined;
      },
      transition: async (call, move, row) => {
        await own(call, row);
        return { endReason: move.remark?.slice(0, 200) };
      },
    },
  }),
  ...serveResource(memberLevel)({
    expressions: {
      members: `(select count(*)::int from cure.society_member m where m.level_id = t.id
        and m.status in ('active', 'grace'))`,
    },
    before: {
      add: own,
      edit: own,
      remove: async (call, row) => {
        await own(call, row);
        const used = await call.tx.query(
          `select 1 from cure.society_member where level_id = $1
           union all select 1 from cure.member_application where level_id = $1 limit 1`,
          [row.id],
        );
        if (used.length > 0) throw inUse(row.nameZh);
      },
      transition: (call, _move, row) => own(call, row),
    },
  }),
  ...serveResource(medicineFormulary)({
    expressions: {
      sheets: `(select count(distinct p.id)::int from cure.prescription p
          join cure.prescription_line l on l.parent_id = p.id
        where p.tenant_no = t.tenant_no and p.diagnosis_tag_id = t.disease_tag_id and l.medicine_id = t.medicine_id
          and p.status <> 'draft')`,
      known: '(select k.known from cure.formulary_outcome(t.disease_tag_id, t.medicine_id) k)',
      cureRate: `(select case when k.known >= 10 then round(100.0 * k.better / k.known)::int end
        from cure.formulary_outcome(t.disease_tag_id, t.medicine_id) k)`,
    },
    before: { add: own, edit: own, remove: async (call, row) => void (await own(call, row)) },
  }),
  serve('cure', societyDesk, desk),
];
