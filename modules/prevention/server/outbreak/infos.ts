import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, type Move, updateRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { questionsOf } from '#modules/prevention/contract/outbreak/investigation-forms.ts';
import * as contract from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { startAction } from './investigation-action.ts';
import { insertPoints } from './investigation-info.ts';
import { prepared } from './prepare.ts';

type Row = contract.InvestigationInfo;
const open = new Set(['draft', 'issued', 'ongoing']);

export const infoRoutes = (): Route[] => [
  ...serveResource(contract.investigationInfo)({
    expressions: {
      actionStatus: '(select a.status from prevention.investigation_action a where a.id = t.action_id)',
      formCode: '(select a.form_code from prevention.investigation_action a where a.id = t.action_id)',
      holderName: '(select p.principal_unit_name from registry.principal p where p.id = t.principal_id)',
      investigators: 'to_jsonb(t.investigator_ids)',
      investigatorNames: `(select string_agg(s.name, '、' order by s.id) from registry.staff s where s.id = any (t.investigator_ids))`,
      photoIds: 'to_jsonb(t.photos)',
    },
    before: { transition: act },
  }),
  serve('prevention', contract.saveInfo, save),
  serve('prevention', contract.addPoints, async (call) => {
    const { actionId, role, principalIds } = call.body;
    const [action] = await call.tx.query<{ status: string }>(
      'select status from prevention.investigation_action where id = $1',
      [actionId],
    );
    if (!action) throw notFound();
    if (!open.has(action.status)) throw refusal('actionOver', 'prevention.investigationInfo.actionOver');
    const seen = await call.tx.query('select 1 from registry.principal where id = any ($1)', [principalIds]);
    if (seen.length < new Set(principalIds).size) throw invalid([{ field: 'principalIds', key: 'error.field.ref' }]);
    const added = await insertPoints(call.tx, actionId, role, principalIds, call.actor.userId);
    call.answer.msg = call.say('ok.saved');
    return { added };
  }),
  serve('prevention', contract.prepareInfo, prepared),
];

/** Whatever was given, checked against the days there were; the rest stays as it was. */
async function save(call: Call<typeof contract.saveInfo>) {
  const { id, version, investigators, photoIds, ...given } = call.body;
  const row = (await findRow(call, contract.investigationInfo, id, true)) as Row;
  if (!open.has(String(row.actionStatus))) throw refusal('actionOver', 'prevention.investigationInfo.actionOver');
  for (const name of ['visitedOn', 'firstSignOn'] as const)
    if (given[name] && given[name] > today())
      throw invalid([{ field: name, key: 'prevention.investigationInfo.notYet' }]);
  const known = new Set(questionsOf(String(row.formCode)).map(({ code }) => code));
  const strange = Object.keys(given.answers ?? {}).find((code) => !known.has(code));
  if (strange) throw invalid([{ field: 'answers', key: 'error.field.dict' }]);
  if (investigators) await mustBeStaff(call.tx, investigators);
  if (photoIds) await linkFiles(call.tx, photoIds, 'prevention.investigationInfo', id);
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const saved = await updateRow(call, contract.investigationInfo, id, version, values, {
    ...(investigators && { investigatorIds: investigators }),
    ...(photoIds && { photos: photoIds }),
  });
  return saved;
}

async function mustBeStaff(tx: Tx, ids: readonly number[]): Promise<void> {
  const known = await tx.query(`select 1 from registry.staff where id = any ($1)`, [ids]);
  if (known.length < new Set(ids).size) throw invalid([{ field: 'investigators', key: 'error.field.ref' }]);
}

async function act(call: Call, move: Move, row: Row): Promise<Record<string, unknown> | undefined> {
  switch (move.name) {
    case 'submit': {
      if (row.actionStatus === 'draft') throw refusal('notIssued', 'prevention.investigationInfo.notIssued');
      const missing = missingOf(row);
      if (missing.length > 0)
        throw refusal('incomplete', 'prevention.investigationInfo.incomplete', { n: missing.length }, { missing });
      await startAction(call.tx, row.actionId);
      return { immuneSnapshot: await immunityThen(call.tx, row.principalId) };
    }
    case 'review':
      // From here on the holder may read what was written of the holding.
      return { shownTo: row.principalId };
    case 'return':
      return { returnReason: move.remark ?? null };
    default:
      return undefined;
  }
}

function missingOf(row: Row): string[] {
  const answers = (row.answers ?? {}) as Record<string, unknown>;
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return [
    ...(row.visitedOn ? [] : ['visitedOn']),
    ...((row.investigators as number[]).length > 0 ? [] : ['investigators']),
    ...questionsOf(String(row.formCode)).flatMap(({ code, required }) =>
      required && isEmpty(answers[code]) ? [code] : [],
    ),
  ];
}

/** How the herd was protected on the day of the visit: copied, for it will not stay so. */
async function immunityThen(tx: Tx, principalId: number): Promise<unknown> {
  return tx.query(
    `select disease_code as "diseaseCode", count(*)::int as heads, count(*) filter (where valid_until >= $2)::int as protected, to_char(max(last_on), 'YYYY-MM-DD') as "lastOn"
     from prevention.animal_immunity where tenant_no = kit.tenant() and principal_id = $1 and in_stock group by 1 order by 1`,
    [principalId, today()],
  );
}
