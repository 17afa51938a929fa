import { forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import * as contract from '#modules/cure/contract/society/join.ts';
import { byKey, invalidInvite } from '../room/by-key.ts';
import { countUse, type Invite, insertInvite, inviteOf, joinLinksOf, revokeJoin } from '../room/cure-invite.ts';
import { insertByLink as insertExpert } from './expert-application.ts';
import { tellExpert } from './experts.ts';
import { insertByLink as insertMember } from './member-application.ts';
import { tellMember } from './members.ts';
import { ownSociety, type SocietyRow, societyOf } from './own-society.ts';

/** A code on the wall of the office serves many; an expert is asked one by one. */
const mostUses: Readonly<Record<contract.JoinKind, number>> = { memberJoin: 200, expertJoin: 1 };
const pageOf: Readonly<Record<contract.JoinKind, string>> = {
  memberJoin: '/cure/invite',
  expertJoin: '/cure/expertInvite',
};

async function make(call: Call<typeof contract.makeJoinLink>) {
  const { societyId, kind, days } = call.body;
  if (!call.actor.actions.has(contract.mayHandOut[kind])) throw forbidden();
  await ownSociety(call as unknown as Call, societyId);
  const { id, key, validUntil } = await insertInvite(call.tx, {
    userId: call.actor.userId,
    kind,
    consultId: null,
    societyId,
    shownName: '',
    hours: days * 24,
    maxUses: mostUses[kind],
  });
  return { id, validUntil, path: `/#${pageOf[kind]}?k=${key}` };
}

async function revoke(call: Call<typeof contract.revokeJoinLink>) {
  const invite = await inviteOf(call.tx, call.body.id);
  if (invite?.userId !== call.actor.userId || invite.societyId === null) throw notFound();
  await revokeJoin(call.tx, invite.id);
  return null;
}

/** What the page of a link shows: the society, its levels with their fees, and the words to choose from. */
export async function shownJoin(
  tx: Tx,
  { kind, societyId, validUntil }: Invite & { readonly kind: contract.JoinKind },
  language: Call['language'],
): Promise<contract.JoinShown> {
  const { name } = await societyOf(tx, societyId ?? 0);
  const own = { zh_CN: 'name_zh', zh_TW: 'coalesce(name_tw, name_zh)', en: 'name_en' }[language];
  const words = (dict: string, values: readonly string[]) =>
    values.flatMap((value) => {
      const label = lookups().dictLabel(dict, value, tx.scope.tenantNo, language);
      return label && lookups().dictHas(dict, value, tx.scope.tenantNo) ? [{ value, label }] : [];
    });
  return {
    kind,
    society: name,
    validUntil,
    levels:
      kind === 'memberJoin'
        ? await tx.query<contract.JoinShown['levels'][number]>(
            `select id, ${own} as name, member_kind as "memberKind", year_fee as "yearFee" from cure.member_level
             where tenant_no = kit.tenant() and society_id = $1 and status = 'enabled' and not council
             order by order_num, id`,
            [societyId],
          )
        : [],
    fields:
      kind === 'expertJoin'
        ? await tx.query<contract.JoinShown['fields'][number]>(
            `select id, ${own} as name from cure.cure_tag where tenant_no = kit.tenant() and kind = 'field'
               and status = 'enabled' order by order_num, id`,
          )
        : [],
    species: kind === 'expertJoin' ? words('species', ['cattle', 'sheep', 'goat']) : [],
    speaks: kind === 'expertJoin' ? words('spoken_language', ['zh', 'mn']) : [],
  };
}

/** R90: one open membership, or application for one, of a unit or person in a society. */
async function memberFrom(tx: Tx, form: contract.MemberJoin, society: SocietyRow, inviteId: number) {
  const [level] = await tx.query(
    `select 1 from cure.member_level where tenant_no = kit.tenant() and id = $1 and society_id = $2
       and member_kind = $3 and status = 'enabled' and not council`,
    [form.levelId, society.id, form.memberKind],
  );
  if (!level) throw invalid([{ field: 'form.levelId', key: 'error.field.ref' }]);
  const needed = form.memberKind === 'unit' ? 'creditCode' : 'idCard';
  if (!form[needed]) throw invalid([{ field: `form.${needed}`, key: 'error.field.required' }]);
  const [unit] =
    form.memberKind === 'unit'
      ? await tx.query<{ id: number }>(
          `select id from cure.unit_code_seen where tenant_no = kit.tenant() and credit_code = $1
             and status = 'active'`,
          [form.creditCode],
        )
      : [];
  if (form.memberKind === 'unit' && !unit)
    throw invalid([{ field: 'form.creditCode', key: 'cure.memberApplication.noUnit' }]);
  const person = form.memberKind === 'person' ? searchHash(form.idCard ?? '', tx.scope.tenantNo) : null;
  const [taken] = await tx.query(
    `select 1 from cure.society_member where tenant_no = kit.tenant() and unit_id = $1
       and status in ('active', 'grace', 'lapsed') and (principal_id = $2 or id_card_hash = $3)
     union all select 1 from cure.member_application where tenant_no = kit.tenant() and unit_id = $1
       and status in ('submitted', 'checked', 'returned') and (principal_id = $2 or id_card_hash = $3) limit 1`,
    [society.unitId, unit?.id ?? null, person],
  );
  if (taken) throw refusal('memberExists', 'cure.refusal.memberExists');
  const made = await insertMember(tx, form, { society, principalId: unit?.id ?? null, inviteId });
  await tellMember(tx, made.id, made.docNo, society, 'check');
  return made;
}

/** R84: one person is one expert in a tenant, and asks once at a time. */
async function expertFrom(tx: Tx, form: contract.ExpertJoin, society: SocietyRow, inviteId: number) {
  const unknown = [
    ...form.species.filter((one) => !lookups().dictHas('species', one, tx.scope.tenantNo)).map(() => 'species'),
    ...form.speaks.filter((one) => !lookups().dictHas('spoken_language', one, tx.scope.tenantNo)).map(() => 'speaks'),
  ];
  if (unknown[0]) throw invalid([{ field: `form.${unknown[0]}`, key: 'error.field.dict' }]);
  const [field] = await tx.query(
    `select 1 from cure.cure_tag where tenant_no = kit.tenant() and id = $1 and kind = 'field'`,
    [form.fieldTagId ?? null],
  );
  if (form.fieldTagId && !field) throw invalid([{ field: 'form.fieldTagId', key: 'error.field.ref' }]);
  const [taken] = await tx.query(
    `select 1 from cure.expert_application where tenant_no = kit.tenant() and id_card_hash = $1
       and status in ('submitted', 'checked', 'approved') limit 1`,
    [searchHash(form.idCard, tx.scope.tenantNo)],
  );
  if (taken) throw refusal('memberExists', 'cure.refusal.memberExists');
  const made = await insertExpert(tx, form, society, inviteId);
  await tellExpert(tx, made.id, form.personName, society, 'check');
  return made;
}

async function apply(call: Call<typeof contract.applyByLink>) {
  const { k, form } = call.body;
  return byKey(call, k, async (tx, invite) => {
    if (invite.kind !== form.kind || invite.societyId === null) throw invalidInvite();
    const society = await societyOf(tx, invite.societyId);
    // Taken before anything is written: of two who come last together one finds the link used up.
    if (!(await countUse(tx, invite.id))) throw invalidInvite();
    const { docNo } =
      form.kind === 'memberJoin'
        ? await memberFrom(tx, form, society, invite.id)
        : await expertFrom(tx, form, society, invite.id);
    return { docNo };
  });
}

export const joinRoutes = (): Route[] => [
  serve('cure', contract.makeJoinLink, make),
  serve('cure', contract.revokeJoinLink, revoke),
  serve('cure', contract.joinLinks, (call) =>
    call.database.transaction(call.actor.scope, (tx) =>
      joinLinksOf(tx, call.query.societyId, call.query.kind, call.actor.userId),
    ),
  ),
  serve('cure', contract.applyByLink, apply),
];
