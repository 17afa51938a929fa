import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { regionName } from '#modules/platform/server/index.ts';
import * as contract from '#modules/registry/contract/duplicate/duplicate.ts';
import { approve, blocksOf, dismiss, request } from './merge.ts';
import { differs, type Subject, shapes, shownValue, subjectsOf } from './subjects.ts';

const nameOf = (column: string) => `case t.kind
  when 'principal' then (select p.principal_unit_name from registry.principal p where p.id = t.${column})
  when 'person' then (select p.name from registry.person p where p.id = t.${column})
  else (select a.ear_tag from registry.animal a where a.id = t.${column}) end`;

/** What tells the two apart at a glance; nothing of a row the viewer does not see. */
const factsOf = (column: string) => `case t.kind
  when 'principal' then (select jsonb_build_object('region', (select r.name from platform.sys_region r where r.code = p.region_code), 'contact', p.contact_name, 'phone', p.contact_phone_mask, 'card', p.contact_id_card_mask,
    'status', p.status) from registry.principal p where p.id = t.${column})
  when 'person' then (select jsonb_build_object('region', (select r.name from platform.sys_region r where r.code = p.region_code), 'phone', p.phone_mask, 'card', p.id_card_mask, 'status', p.status)
    from registry.person p where p.id = t.${column})
  else (select jsonb_build_object('region', (select r.name from platform.sys_region r where r.code = a.region_code), 'species', a.species, 'sex', a.sex, 'birthDate', a.birth_date, 'holder', p.principal_unit_name,
    'status', a.status) from registry.animal a left join registry.principal p on p.id = a.principal_id where a.id = t.${column}) end`;

const userName = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;

/** Both rows side by side, read under the viewer's own rights. */
async function compare(call: Call<typeof contract.comparePair>): Promise<contract.Compared> {
  const { kind, leftId, rightId } = call.query;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const [left, right] = await subjectsOf(tx, kind, [leftId, rightId]);
    const [candidate] = await tx.query<{ id: number; status: string; score: number; reasons: string[] }>(
      'select id, status, score, reasons from registry.duplicate_candidate where tenant_no = $1 and kind = $2 and left_id = $3 and right_id = $4',
      [call.actor.tenantNo, kind, Math.min(leftId, rightId), Math.max(leftId, rightId)],
    );
    const [waiting] = candidate
      ? await tx.query<NonNullable<contract.Compared['request']>>(
          `select t.survivor_id as "survivorId", t.field_choices as "fieldChoices", t.reason, ${userName('requested_by')} as "requestedByName",
             t.requested_by = $2 as "isOwn", t.created_at as "createdAt" from registry.merge_log t where t.candidate_id = $1 and t.status = 'requested'`,
          [candidate.id, call.actor.userId],
        )
      : [];
    const reading = { language: call.language, tenantNo: call.actor.tenantNo, say: (key: string) => call.say(key) };
    const side = ({ id, name, status, regionCode, createdAt, counts }: Subject) => ({
      id,
      name,
      status,
      regionName: regionName(regionCode),
      createdAt,
      counts,
    });
    const isDone = candidate?.status === 'merged';
    return {
      candidate: candidate ?? null,
      request: waiting ?? null,
      left: side(left),
      right: side(right),
      fields: Object.keys(shapes[kind].fields).map((name) => ({
        name,
        left: shownValue(kind, name, left, reading),
        right: shownValue(kind, name, right, reading),
        differs: differs(name, left, right),
        choosable: shapes[kind].choices[name] !== undefined,
      })),
      blocks: isDone
        ? []
        : (await blocksOf(tx, kind, left, right)).map(({ bizCode, key, args }) => ({
            bizCode,
            words: call.say(key, args),
          })),
    };
  });
}

export const duplicateRoutes = (): Route[] => [
  ...serveResource(contract.duplicateCandidate)({
    expressions: {
      pairName: `concat_ws(' / ', ${nameOf('left_id')}, ${nameOf('right_id')})`,
      leftName: nameOf('left_id'),
      rightName: nameOf('right_id'),
      leftFacts: factsOf('left_id'),
      rightFacts: factsOf('right_id'),
      decidedByName: userName('decided_by'),
    },
  }),
  ...serveResource(contract.mergeLog)({
    expressions: { requestedByName: userName('requested_by'), approvedByName: userName('approved_by') },
  }),
  serve('registry', contract.comparePair, compare),
  serve('registry', contract.requestMerge, request),
  serve('registry', contract.approveMerge, approve),
  serve('registry', contract.dismissPair, dismiss),
  serve('registry', contract.duplicateTotals, async (call) => {
    const [rows] = await call.database.read<[{ kind: contract.DuplicateKind; open: number; requested: number }]>(
      call.actor.scope,
      {
        text: `select k.kind, count(d.id) filter (where d.status = 'open')::int as open, count(d.id) filter (where d.status = 'requested')::int as requested
               from unnest($1::text[]) with ordinality k(kind, place)
               left join registry.duplicate_candidate d on d.tenant_no = kit.tenant() and d.kind = k.kind and d.status in ('open', 'requested') group by k.kind, k.place order by k.place`,
        values: [contract.duplicateKinds],
      },
    );
    return rows;
  }),
];
