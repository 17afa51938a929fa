import { invalid, refusal } from '#kit/contract/errors.ts';
import { parentOf, within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insertRow, type Move, updateRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { notify } from '#modules/platform/server/index.ts';
import * as contract from '#modules/prevention/contract/outbreak/investigation.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import { settingsFor } from '../settings/settings.ts';
import { closeActionTask, onInvestigation } from './draft.ts';
import { insertPoints } from './investigation-info.ts';
import { actionTraceOf } from './trace.ts';
import { zoneOf } from './zone.ts';

type Row = contract.InvestigationAction;
/** What the action itself holds up; a result that holds the same animal up goes on doing so. */
const flagSource = (id: number): string => `prevention.investigation:${id}`;

/** Staff of any unit: who leads and who helps may be of another one than the caller's. */
const namesOf = (ids: string) =>
  `(select string_agg(s.name, '、' order by s.id) from registry.staff s where s.id = any (${ids}))`;

/** Emergencies that are not over stand above everything else. */
const urgent = `(t.type = 'emergency' and t.status in ('draft', 'issued', 'ongoing'))`;

export const actionRoutes = (): Route[] => [
  ...serveResource(contract.investigationAction)({
    expressions: {
      diseaseName:
        '(select d.name_zh from prevention.ant_disease d where d.tenant_no = t.tenant_no and d.code = t.disease_code)',
      areas: 'to_jsonb(t.region_codes)',
      teamIds: 'to_jsonb(t.team)',
      teamNames: namesOf('t.team'),
      points: '(select count(*)::int from prevention.investigation_info i where i.action_id = t.id)',
      pointsDone: `(select count(*)::int from prevention.investigation_info i where i.action_id = t.id and i.status = 'reviewed')`,
      heldAnimals: `(select count(*)::int from registry.animal_flag f where f.tenant_no = t.tenant_no and f.flag = 'quarantined' and f.source = 'prevention.investigation:' || t.id)`,
      urgent,
    },
    before: {
      remove: async (_, row) => {
        if (row.status !== 'draft') throw refusal('notDraft', 'prevention.investigationAction.notDraft');
      },
      transition: act,
    },
    after: { transition: tell },
  }),
  serve('prevention', contract.addAction, async (call) => {
    const { values, derived } = await valuesOf(call, call.body);
    const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('IV') as no`);
    const saved = await insertRow(call, contract.investigationAction, values, { ...derived, docNo: no?.no });
    if (call.body.indexPrincipalId)
      await insertPoints(call.tx, saved.id, 'index', [call.body.indexPrincipalId], call.actor.userId);
    call.answer.msg = call.say('ok.saved');
    return saved;
  }),
  serve('prevention', contract.editAction, async (call) => {
    const { id, version, ...body } = call.body;
    const { values, derived } = await valuesOf(call, body);
    const saved = await updateRow(call, contract.investigationAction, id, version, values, derived);
    if (body.indexPrincipalId) await insertPoints(call.tx, id, 'index', [body.indexPrincipalId], call.actor.userId);
    call.answer.msg = call.say('ok.saved');
    return saved;
  }),
  serve('prevention', contract.investigationChoices, async (call) => {
    const [diseases, staff] = await call.database.read<
      [
        { code: string; nameZh: string; nameTw: string | null; nameEn: string },
        { id: number; name: string; unit: string | null },
      ]
    >(
      call.actor.scope,
      {
        text: `select code, name_zh as "nameZh", name_tw as "nameTw", name_en as "nameEn" from prevention.ant_disease where tenant_no = kit.tenant() and status = 'enabled' order by order_num, id`,
        values: [],
      },
      {
        text: `select s.id, s.name, p.principal_unit_name as unit from registry.staff s left join registry.principal p on p.id = s.principal_id
               where s.status = 'active' and coalesce(p.principal_unit_type, '') in ('authority', 'preventionStation') order by p.principal_level, p.id, s.name, s.id limit 1000`,
        values: [],
      },
    );
    return { diseases, staff };
  }),
  serve('prevention', contract.drawZone, zoneOf),
  serve('prevention', contract.keepZone, async (call) => {
    const { id, version, lat, lon, infectedKm, threatenedKm } = call.body;
    if (threatenedKm <= infectedKm)
      throw invalid([{ field: 'threatenedKm', key: 'prevention.investigationAction.ringOrder' }]);
    await updateRow(call, contract.investigationAction, id, version, {
      infectedKm,
      threatenedKm,
      location: { longitude: lon, latitude: lat },
    });
    call.answer.msg = call.say('ok.saved');
    return null;
  }),
  serve('prevention', contract.actionTrace, actionTraceOf),
];

type Body = Call<typeof contract.addAction>['body'];

/** Where the index is, or what the areas have in common; the rings as the place has them. */
async function valuesOf(call: Call, body: Body) {
  const { teamIds, areas, ...values } = body;
  const [disease] = await call.tx.query<{ species: string[] }>(
    'select species from prevention.ant_disease where tenant_no = kit.tenant() and code = $1',
    [body.diseaseCode],
  );
  if (!disease) throw invalid([{ field: 'diseaseCode', key: 'error.field.dict' }]);
  const [index] = body.indexPrincipalId
    ? await call.tx.query<{ code: number; longitude: number | null; latitude: number | null }>(
        'select region_code as code, longitude, latitude from registry.principal where id = $1',
        [body.indexPrincipalId],
      )
    : [];
  const regions = areas.length > 0 ? areas : index ? [index.code] : [];
  if (regions.length === 0) throw invalid([{ field: 'areas', key: 'error.field.required' }]);
  const own = call.actor.scope.regions;
  if (
    regions.some((code) => lookups().regionName(code, call.language) === null || !own.some((one) => within(code, one)))
  )
    throw invalid([{ field: 'areas', key: 'error.outsideJurisdiction' }]);
  const people = [...new Set([...teamIds, ...(body.leaderId ? [body.leaderId] : [])])];
  const known = await call.tx.query('select 1 from registry.staff where id = any ($1)', [people]);
  if (known.length < people.length) throw invalid([{ field: 'teamIds', key: 'error.field.ref' }]);
  const regionCode = index?.code ?? common(regions);
  const settings = await settingsFor(call.tx, regionCode);
  return {
    values,
    derived: {
      regionCode,
      regionCodes: regions,
      team: teamIds,
      formCode: body.diseaseCode,
      infectedKm: settings.ringInfectedKm,
      threatenedKm: settings.ringThreatenedKm,
      ...(index && { longitude: index.longitude, latitude: index.latitude }),
    },
  };
}

function common(codes: readonly number[]): number {
  let at = codes[0] as number;
  for (;;) {
    const here = at;
    if (codes.every((code) => within(code, here))) return here;
    const above = parentOf(here);
    if (above === null) return here;
    at = above;
  }
}

const over = new Set(['excluded', 'closed']);

/** What each step does, before the action itself moves on. */
async function act(call: Call, move: Move, row: Row): Promise<Record<string, unknown> | undefined> {
  const form = (move.form ?? {}) as { wholeStock?: boolean; conclusion?: string };
  switch (move.name) {
    case 'issue': {
      if (!row.leaderId || (row.teamIds as number[]).length === 0)
        throw refusal('noTeam', 'prevention.investigationAction.noTeam');
      if (form.wholeStock && (row.type !== 'emergency' || !row.indexPrincipalId))
        throw refusal('notEmergency', 'prevention.investigationAction.notEmergency');
      if (form.wholeStock) await holdStock(call.tx, row);
      await closeActionTask(call.tx, row.id);
      return undefined;
    }
    case 'conclude':
    case 'revise': {
      const isOver = over.has(form.conclusion ?? '');
      if (isOver) await releaseStock(call.tx, row.id);
      return { concludedAt: new Date().toISOString(), endDate: isOver ? today() : null };
    }
    case 'archive':
      if (row.heldAnimals > 0)
        throw refusal('stillHeld', 'prevention.investigationAction.stillHeld', { n: row.heldAnimals });
      return undefined;
    default:
      return undefined;
  }
}

/** R46: every animal of the index that can catch it may change hands no more. */
async function holdStock(tx: Tx, row: Row): Promise<void> {
  const animals = await tx.query<{ id: number }>(
    `select a.id from registry.animal a join prevention.ant_disease d on d.tenant_no = a.tenant_no and d.code = $2
     where a.principal_id = $1 and a.status = 'inStock' and a.voided_at is null and a.species = any (d.species) order by a.id`,
    [row.indexPrincipalId, row.diseaseCode],
  );
  await setFlag(
    tx,
    animals.map(({ id }) => id),
    'quarantined',
    true,
    flagSource(row.id),
  );
}

/** R46: what the action set it clears, wherever the animals are now; what results hold up stays up. */
async function releaseStock(tx: Tx, id: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'releaseInvestigated', async (all) => {
    const held = await all.query<{ id: number }>(
      `select animal_id as id from registry.animal_flag where tenant_no = kit.tenant() and flag = 'quarantined' and source = $1 order by 1`,
      [flagSource(id)],
    );
    if (held.length > 0)
      await setFlag(
        all,
        held.map((one) => one.id),
        'quarantined',
        false,
        flagSource(id),
        tx.scope.userId,
      );
  });
}

/** The team hears of it, and so do the modules that asked to. */
async function tell(call: Call, move: Move, status: string): Promise<void> {
  const [row] = await call.tx.query<{
    type: string;
    name: string;
    diseaseCode: string;
    conclusion: string | null;
    indexPrincipalId: number | null;
    userIds: number[];
  }>(
    `select t.type, t.name, t.disease_code as "diseaseCode", t.conclusion, t.index_principal_id as "indexPrincipalId",
       array(select s.user_id from registry.staff s where (s.id = any (t.team) or s.id = t.leader_id) and s.user_id is not null) as "userIds"
     from prevention.investigation_action t where t.id = $1`,
    [move.id],
  );
  if (!row || (move.name !== 'issue' && move.name !== 'conclude' && move.name !== 'revise')) return;
  const { userIds, name, ...news } = row;
  await onInvestigation.tell(call.tx, { ...news, actionId: move.id, status });
  if (userIds.length > 0)
    await notify(call.tx, {
      userIds,
      type: 'notice',
      title: {
        key: `prevention.investigationAction.told_${move.name === 'issue' ? 'issue' : 'conclude'}`,
        args: { name },
      },
      content: '',
      linkPath: `/ant/investigation/actionDetail?id=${move.id}`,
    });
}
