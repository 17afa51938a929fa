import { type FieldError, invalid, notFound, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { animalsByTags, changeAnimals, checkBirths, ofUnit, registerAnimals } from '#modules/registry/server/index.ts';
import {
  farmerRegistration,
  verifyRegistration,
} from '#modules/traceability/contract/registration/farmer-registration.ts';
import { type Line, linesOf, recordVerdicts } from './farmer-registration-line.ts';

const entity = 'traceability.farmerRegistration';
const screen = '/traceability/livestockRegistration/farmerRegisterAnimals';
type Form = FormOf<typeof farmerRegistration>;
/** R20: days until the township looks itself. */
const verifyDays = 7;

/** What a line must say depends on the kind of sheet: who comes in is described, who leaves is named. */
function checkLines({ kind, lines, photos }: Pick<Form, 'kind' | 'lines' | 'photos'>): void {
  const faults: FieldError[] = [];
  if (!photos?.length) faults.push({ field: 'photos', key: 'error.field.required' });
  lines.forEach((line, at) => {
    const need = (name: 'tag' | 'species' | 'breed' | 'sex' | 'birthDate' | 'outReason') => {
      if (!line[name]) faults.push({ field: `lines.${at}.${name}`, key: 'error.field.required' });
    };
    if (kind === 'out') {
      need('tag');
      need('outReason');
      return;
    }
    for (const name of ['species', 'breed', 'sex', 'birthDate'] as const) need(name);
  });
  if (faults.length > 0) throw invalid(faults);
}

/** What a calf's line leaves out is its mother's, who is one of the holder's own; its birthday is the sheet's. */
async function withMothers(tx: Tx, sheet: Pick<Form, 'kind' | 'principalId' | 'happenedOn' | 'lines'>) {
  if (sheet.kind !== 'newborn') return sheet.lines;
  const mothers = await tx.query<{ tag: string; species: string; breed: string }>(
    `select ear_tag as tag, species, breed from traceability.animal_seen
     where tenant_no = kit.tenant() and principal_id = $1 and ear_tag = any ($2::text[])`,
    [sheet.principalId, sheet.lines.flatMap((line) => line.motherTag ?? [])],
  );
  const motherOf = (tag: string | null) => mothers.find((one) => one.tag === tag);
  // Of an animal that stands elsewhere nothing is told, not even that it is there.
  const faults = sheet.lines.flatMap(({ motherTag }, at): FieldError[] =>
    motherTag && !motherOf(motherTag) ? [{ field: `lines.${at}.motherTag`, key: 'registry.animal.motherUnknown' }] : [],
  );
  if (faults.length > 0) throw invalid(faults);
  return sheet.lines.map((line) => ({
    ...line,
    species: line.species ?? motherOf(line.motherTag)?.species ?? null,
    breed: line.breed ?? motherOf(line.motherTag)?.breed ?? null,
    birthDate: line.birthDate ?? sheet.happenedOn,
  }));
}

/** R37 at once, while the holder can still say which one it was. */
async function refuseMothers(tx: Tx, { kind, lines }: Pick<Form, 'kind' | 'lines'>): Promise<void> {
  if (kind !== 'newborn') return;
  const births = lines.map(({ species, birthDate, motherTag }) => ({
    species: species ?? '',
    birthDate: birthDate ?? '',
    motherTag,
  }));
  const faults = (await checkBirths(tx, births)).map(
    ({ tag, key, args }): FieldError => ({ field: `lines.${tag}.motherTag`, key, ...(args && { args }) }),
  );
  if (faults.length > 0) throw invalid(faults);
}

/** A breed is one of the dictionary of its species, by code or by name: no other could be registered later. */
function withBreeds<T extends Pick<Form['lines'][number], 'species' | 'breed'>>(
  lines: readonly T[],
  tenantNo: number,
): T[] {
  const known = lookups();
  const coded = lines.map((line) => ({
    ...line,
    breed: known.dictValue(`breed_${line.species}`, line.breed ?? '', tenantNo) ?? line.breed,
  }));
  const faults = coded.flatMap(({ species, breed }, at): FieldError[] =>
    !species || !breed || known.dictHas(`breed_${species}`, breed, tenantNo)
      ? []
      : [{ field: `lines.${at}.breed`, key: 'error.field.dict' }],
  );
  if (faults.length > 0) throw invalid(faults);
  return coded;
}

/** What is checked and kept of a sheet when it is written. */
async function prepared(call: Call, sheet: Pick<Form, 'kind' | 'principalId' | 'happenedOn' | 'lines' | 'photos'>) {
  const told = await withMothers(call.tx, sheet);
  checkLines({ ...sheet, lines: told });
  const lines = sheet.kind === 'out' ? told : withBreeds(told, call.actor.tenantNo);
  await refuseMothers(call.tx, { ...sheet, lines });
  return { lines: lines.map((line) => ({ ...line, estimated: line.estimated ?? false })), ...counts({ lines }) };
}

const counts = ({ lines }: Pick<Form, 'lines'>) => ({
  heads: lines.length,
  untagged: lines.filter((line) => !line.tag).length,
});

const entryKinds = { newborn: 'born', boughtIn: 'bought', existing: 'backlog' } as const;
const changeOf: Readonly<Record<string, string>> = {
  sold: 'saleOut',
  given: 'saleOut',
  died: 'death',
  homeSlaughter: 'homeSlaughter',
  lost: 'missing',
};

interface Sheet {
  readonly id: number;
  readonly docNo: string;
  readonly principalId: number;
  readonly kind: string;
  readonly happenedOn: string;
  readonly fromText: string | null;
  readonly certificateNo: string | null;
  readonly createdBy: number | null;
  readonly status: string;
  readonly version: number;
}
async function lockSheet(tx: Tx, id: number): Promise<Sheet> {
  const [row] = await tx.query<Sheet>(
    `select id, doc_no as "docNo", principal_id as "principalId", kind,
       to_char(happened_on, 'YYYY-MM-DD') as "happenedOn",
       from_text as "fromText", certificate_no as "certificateNo", created_by as "createdBy", status, version
     from traceability.farmer_registration where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

const staffOf = async (tx: Tx, userId: number): Promise<number | null> => {
  const [row] = await tx.query<{ id: number }>(
    `select id from traceability.staff_seen where user_id = $1 and status = 'active' order by id limit 1`,
    [userId],
  );
  return row?.id ?? null;
};

/**
 * Who comes in is registered, in one entry for those that wore a number and one for those that get it now: a tag is worn from the
 * day it was put on. A refused line never holds an accepted one back.
 */
async function takeIn(call: Call, sheet: Sheet, lines: readonly (Line & { readonly isTagged: boolean })[]) {
  const made: string[] = [];
  for (const [isTagged, own] of Map.groupBy(lines, (line) => line.isTagged))
    made.push(await register(call, sheet, own, isTagged ? wornDay(sheet, own) : today(), isTagged ? '' : '-now'));
  return made.length > 0 ? made.join('、') : null;
}

/** Nothing says when the holder put the tags on: not before the youngest was born. */
const wornDay = ({ happenedOn }: Sheet, lines: readonly Line[]): string =>
  lines.reduce((day, { birthDate }) => (birthDate && birthDate > day ? birthDate : day), happenedOn);

async function register(call: Call, sheet: Sheet, lines: readonly Line[], wornOn: string, part: string) {
  const { docNo } = await registerAnimals(call.tx, {
    entryKind: entryKinds[sheet.kind as keyof typeof entryKinds],
    principalId: sheet.principalId,
    wornOn,
    staffId: await staffOf(call.tx, call.actor.userId),
    sellerName: sheet.fromText,
    quarantineCertNo: sheet.certificateNo,
    animals: lines.map((line) => ({
      tag: line.tag ?? '',
      species: line.species ?? '',
      breed: line.breed ?? '',
      sex: line.sex ?? '',
      birthDate: line.birthDate ?? '',
      motherTag: line.motherTag,
    })),
    requestId: `registration-${sheet.id}${part}`,
    source: 'traceability',
  });
  return docNo;
}

/** Who left goes by a change of the registry, one per reason and buyer, in its own flow. */
async function takeOut(call: Call, sheet: Sheet, lines: readonly Line[]): Promise<string[]> {
  const found = await animalsByTags(
    call.tx,
    'ear',
    lines.map((line) => line.tag ?? ''),
  );
  const made: string[] = [];
  for (const [key, own] of Map.groupBy(lines, (line) => `${line.outReason} ${line.buyer ?? ''}`)) {
    const animalIds = own.map((line) => {
      const hit = found.find((one) => one.tag === line.tag && one.principalId === sheet.principalId);
      if (!hit) throw refusal('notYours', 'traceability.condition.notYours', { tag: line.tag ?? '-' });
      return hit.animalId;
    });
    const [first] = own;
    const { docNo } = await changeAnimals(call.tx, {
      changeType: changeOf[first?.outReason ?? ''] ?? 'missing',
      animalIds,
      happenedOn: sheet.happenedOn,
      buyerName: first?.buyer ?? null,
      purpose: first?.outReason === 'given' ? 'gift' : null,
      cause: first?.outReason === 'died' ? 'unknown' : null,
      requestId: `registration-${sheet.id}-${key}`,
      source: 'traceability',
    });
    made.push(docNo);
  }
  return made;
}

async function verify(call: Call<typeof verifyRegistration>) {
  const { id, version, seenBy, lines: said } = call.body;
  const { tx, actor } = call;
  const sheet = await lockSheet(tx, id);
  if (sheet.status !== 'submitted')
    throw wrongState(`dict.farmer_registration_status.${sheet.status}`, 'traceability.farmerRegistration._verify');
  if (sheet.version !== version) throw staleVersion();
  if (sheet.createdBy === actor.userId) throw refusal('samePerson', 'traceability.refusal.samePerson');
  const stored = await linesOf(tx, id);
  const verdicts = new Map(said.map((one) => [one.id, one]));
  const faults = stored.flatMap((line, at): FieldError[] => {
    const verdict = verdicts.get(line.id);
    if (!verdict) return [{ field: `lines.${at}`, key: 'error.field.required' }];
    if (!verdict.accept && !verdict.why) return [{ field: `lines.${at}.why`, key: 'error.field.required' }];
    if (verdict.accept && !verdict.tag && !line.tag) return [{ field: `lines.${at}.tag`, key: 'error.field.required' }];
    return [];
  });
  if (faults.length > 0) throw invalid(faults);
  const taken = stored
    .filter((line) => verdicts.get(line.id)?.accept)
    .map((line) => ({ ...line, isTagged: line.tag !== null, tag: verdicts.get(line.id)?.tag ?? line.tag }));
  const asCall = call as unknown as Call;
  const entryNo = sheet.kind === 'out' ? null : await takeIn(asCall, sheet, taken);
  const changeNos = sheet.kind === 'out' ? await takeOut(asCall, sheet, taken) : [];
  await recordVerdicts(
    tx,
    id,
    stored.map((line) => {
      const verdict = verdicts.get(line.id);
      return {
        id: line.id,
        result: verdict?.accept ? 'accepted' : 'refused',
        why: verdict?.why ?? null,
        tag: verdict?.tag ?? line.tag,
      };
    }),
  );
  const refused = stored.length - taken.length;
  await tx.query(
    `update traceability.farmer_registration set status = 'done', seen_by = $2, verified_at = now(), verified_by = $3,
       accepted = $4, refused = $5, entry_no = $6, change_no = $7, version = version + 1, updated_at = now(),
       updated_by = $3 where id = $1`,
    [id, seenBy, actor.userId, taken.length, refused, entryNo, changeNos.length > 0 ? changeNos.join('、') : null],
  );
  await recordTransition(tx, actor, { entity, entityId: id, name: 'verify', from: 'submitted', to: 'done' });
  await closeTask(tx, entity, id);
  await notify(tx, {
    audience: { principalIds: [sheet.principalId] },
    type: 'notice',
    title: { key: 'traceability.registrationPage.noticeDone', args: { docNo: sheet.docNo } },
    content: { key: 'traceability.registrationPage.noticeCounts', args: { accepted: taken.length, refused } },
    linkPath: `${screen}?docNo=${sheet.docNo}`,
  });
  call.answer.msg = call.say('ok.done');
  return { accepted: taken.length, refused, entryNo, changeNos };
}

/** Sheets of a unit that was merged, not taken into the book yet, go on under the survivor. */
export const reassignRegistrations = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.farmer_registration t set principal_id = u.id, region_code = u.region_code,
       version = t.version + 1, updated_at = now()
     from traceability.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.principal_id = $1
       and t.status <> 'done'`,
    [from, to],
  );

/** R20: a sheet nobody verified in time is told to the township, on the night it becomes late. */
export async function tellLateSheets(tx: Tx): Promise<void> {
  const late = await tx.query<{ docNo: string; name: string; heads: number; regionCode: number }>(
    `select doc_no as "docNo", registry.principal_name(principal_id) as name, heads, region_code as "regionCode"
     from traceability.farmer_registration where tenant_no = kit.tenant() and status = 'submitted'
       and submitted_at < now() - make_interval(days => $1) and submitted_at >= now() - make_interval(days => $1 + 1)`,
    [verifyDays],
  );
  for (const { docNo, name, heads, regionCode } of late)
    await notify(tx, {
      audience: { roleCodes: ['ant_township'], regionCodes: [Math.floor(regionCode / 1000) * 1000] },
      type: 'reminder',
      title: { key: 'traceability.registrationPage.noticeLate', args: { docNo, days: verifyDays } },
      content: { key: 'traceability.registrationPage.task', args: { docNo, name, n: heads } },
      linkPath: `${screen}?docNo=${docNo}`,
    });
}

export const registrationRoutes = (): Route[] => [
  serve('traceability', verifyRegistration, verify),
  ...serveResource(farmerRegistration)({
    match: { principalId: ofUnit },
    expressions: {
      waitingDays: `(case when t.status = 'submitted' then extract(day from now() - t.submitted_at)::int end)`,
    },
    before: {
      add: async (call, values) => {
        const kept = await prepared(call, values);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('QA') as no`);
        return { ...kept, docNo: no?.no };
      },
      edit: (call, values, row) => prepared(call, { ...values, kind: row.kind, principalId: row.principalId }),
      transition: async (_call, move) =>
        move.name === 'submit' ? { submittedAt: new Date().toISOString() } : { reason: move.remark ?? null },
    },
    after: {
      transition: async (call, move) => {
        const { docNo, principalId } = await lockSheet(call.tx, move.id);
        await closeTask(call.tx, entity, move.id);
        const [place] = await call.tx.query<{ regionCode: number; name: string; heads: number }>(
          `select region_code as "regionCode", registry.principal_name(principal_id) as name, heads
           from traceability.farmer_registration where id = $1`,
          [move.id],
        );
        if (move.name === 'submit')
          await openTask(call.tx, {
            taskType: 'approve',
            taskName: {
              key: 'traceability.registrationPage.task',
              args: { docNo, name: place?.name ?? '', n: place?.heads ?? 0 },
            },
            entity,
            entityId: move.id,
            linkPath: `${screen}?docNo=${docNo}`,
            dueAt: new Date(Date.now() + verifyDays * 86_400_000).toISOString(),
            permission: 'trace:registration:verify',
            regionCode: place?.regionCode ?? 0,
            principalId,
          });
        if (move.name === 'sendBack')
          await notify(call.tx, {
            audience: { principalIds: [principalId] },
            type: 'notice',
            title: { key: 'traceability.registrationPage.noticeReturned', args: { docNo } },
            content: { key: 'traceability.subjectPage.noticeReason', args: { reason: move.remark ?? '-' } },
            linkPath: `${screen}?docNo=${docNo}`,
          });
      },
    },
  }),
];
