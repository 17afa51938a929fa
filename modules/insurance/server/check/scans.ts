import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { checkSheet, sendScans } from '#modules/insurance/contract/check/check.ts';
import { listOf } from '../enrolment/ins-enrolment.moves.ts';
import { markAllToSee, markSeen, setSafeTag } from '../enrolment/ins-enrolment-line.ts';
import { setFullCheck } from '../enrolment/ins-enrolment-party.ts';
import { anglesOf, versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { kmBetween } from './distance.ts';
import { dropMissing, insertIssues, type NewIssue } from './ins-check-issue.ts';
import { insertScan, knownSeqs, seenLines } from './ins-check-scan.ts';
import { endSession, mustBeOpen, sessionFor } from './ins-check-session.ts';
import { countTask, markOverspeed, setTaskStatus, settleTask, type Task, taskOf } from './ins-check-task.ts';
import { hangSafeTag } from './ins-safe-tag.ts';

interface Line {
  readonly id: number;
  readonly partyId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly electronicTag: string | null;
  readonly holderName: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly sex: string;
  readonly stage: string;
  readonly birthDate: string;
  readonly toSee: boolean;
  readonly isHere: boolean;
  readonly longitude: number | null;
  readonly latitude: number | null;
}
/** The lines of a task with what the register says of each today: the checker need not see the register. */
const linesOf = (tx: Tx, task: Task): Promise<Line[]> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.check', (sys) =>
    sys.query<Line>(
      `select l.id, l.party_id as "partyId", l.animal_id as "animalId", coalesce(a.ear_tag, l.ear_tag) as "earTag",
         a.electronic_tag as "electronicTag", p.holder_name as "holderName", p.principal_id as "principalId",
         p.region_code as "regionCode", l.sex, l.stage, to_char(l.birth_date, 'YYYY-MM-DD') as "birthDate",
         l.to_see as "toSee", a.status = 'inStock' and a.principal_id = p.principal_id as "isHere",
         h.longitude, h.latitude
       from insurance.ins_enrolment_line l
         join insurance.ins_enrolment_party p on p.tenant_no = l.tenant_no and p.id = l.party_id
         left join insurance.animal_seen a on a.id = l.animal_id
         left join insurance.holder_seen h on h.id = p.principal_id
       where l.tenant_no = kit.tenant() and l.party_id = any ($1) and l.status in ('listed', 'checked')
       order by p.holder_name, l.ear_tag`,
      [task.partyIds],
    ),
  );
/** What a tag nobody listed is: another holder's, this one's but not on the list, or unknown. */
const strayOf = (tx: Tx, tag: string) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.check', async (sys) => {
    const [row] = await sys.query<{ animalId: number; principalId: number; status: string }>(
      `select a.id as "animalId", a.principal_id as "principalId", a.status from insurance.tag_seen t
         join insurance.animal_seen a on a.id = t.animal_id
       where t.tenant_no = kit.tenant() and t.tag_no = $1 limit 1`,
      [tag],
    );
    return row ?? null;
  });

type Body = Call<typeof sendScans>['body'];
type Scan = Body['scans'][number];
interface Judged {
  readonly result: string;
  readonly line: Line | null;
  readonly animalId: number | null;
  readonly issues: NewIssue[];
}

/** R25: what one reading is, and what is wrong with it. */
async function judge(
  tx: Tx,
  task: Task,
  scan: Scan,
  lines: readonly Line[],
  seen: Set<number>,
  km: number,
): Promise<Judged> {
  const line = lines.find((one) => one.earTag === scan.tagRead || one.electronicTag === scan.tagRead) ?? null;
  const first = lines[0];
  const about = (of: Line | undefined, kind: string, evidence: Record<string, unknown> = {}): NewIssue => ({
    kind,
    partyId: line?.partyId ?? null,
    lineId: line?.id ?? null,
    principalId: of?.principalId ?? 0,
    regionCode: of?.regionCode ?? task.regionCode,
    holderName: line?.holderName ?? '',
    earTag: scan.tagRead,
    evidence,
  });
  if (!line) {
    const stray = await strayOf(tx, scan.tagRead);
    const isParty = stray !== null && lines.some((one) => one.principalId === stray.principalId);
    const result = stray === null ? 'unknownTag' : isParty ? 'notOnList' : 'otherHolder';
    const kind = result === 'otherHolder' ? 'otherHolder' : 'extra';
    return { result, line: null, animalId: stray?.animalId ?? null, issues: [about(first, kind, { result })] };
  }
  if (seen.has(line.id)) return { result: 'repeat', line, animalId: line.animalId, issues: [] };
  if (!line.isHere)
    return { result: 'notInStock', line, animalId: line.animalId, issues: [about(line, 'tagMismatch')] };
  const issues: NewIssue[] = [];
  const { location } = scan;
  if (location && line.longitude !== null && line.latitude !== null) {
    const away = kmBetween(location, { longitude: line.longitude, latitude: line.latitude });
    if (away > km) issues.push(about(line, 'farAway', { km: Math.round(away * 10) / 10 }));
  }
  const health = scan.facts?.health;
  if (health && health !== 'ok') issues.push(about(line, 'unhealthy', { health }));
  if (scan.facts?.sex && scan.facts.sex !== line.sex)
    issues.push(about(line, 'tagMismatch', { sex: scan.facts.sex, register: line.sex }));
  return { result: 'match', line, animalId: line.animalId, issues };
}

/** R24: what was to be seen and was not; a sample with one missing becomes the whole herd of that holder. */
async function findMissing(tx: Tx, task: Task, lines: readonly Line[], seen: ReadonlySet<number>) {
  const missing = lines.filter((one) => one.toSee && !seen.has(one.id));
  if (task.mode === 'sample' && missing.length > 0) {
    const parties = [...new Set(missing.map((one) => one.partyId))];
    await setFullCheck(tx, parties);
    for (const id of parties) await markAllToSee(tx, id);
  }
  await insertIssues(
    tx,
    task,
    missing.map((line) => ({
      kind: 'missing',
      partyId: line.partyId,
      lineId: line.id,
      principalId: line.principalId,
      regionCode: line.regionCode,
      holderName: line.holderName,
      earTag: line.earTag,
      evidence: {},
    })),
  );
}

function tooFast(body: Body, most: number): boolean {
  const times = body.scans.map((one) => Date.parse(one.takenAt)).sort((a, b) => a - b);
  return times.some((at, index) => (times[index + most] ?? Number.POSITIVE_INFINITY) - at < 3_600_000);
}

async function take(call: Call<typeof sendScans>) {
  const { tx, body, actor } = call;
  const task = await taskOf(tx, body.taskId, true);
  const session = await sessionFor(tx, task, body);
  const done = await knownSeqs(tx, session.id);
  const isAgain = session.status === 'submitted';
  if (!isAgain) mustBeOpen(task);
  const lines = await linesOf(tx, task);
  const seen = await seenLines(tx, task.id);
  const version = await versionOf(tx, (await listOf(tx, task.enrolmentId)).versionId);
  const angles = await anglesOf(tx, version.photos);
  const km = await numberOf(tx, 'check.placeKm', task.regionCode, task.insurerId);
  const refused: { seq: number; tag: string; code: string }[] = [];
  const results = new Map(done);
  const used: NewIssue[] = [];
  for (const scan of isAgain ? [] : body.scans) {
    if (done.has(scan.seq)) continue;
    const found = await judge(tx, task, scan, lines, seen, km);
    const isMatch = found.result === 'match';
    const lacking = isMatch ? angles.filter((angle) => !scan.photos.some((one) => one.angle === angle)) : [];
    if (lacking.length > 0) {
      refused.push({ seq: scan.seq, tag: scan.tagRead, code: 'photoMissing' });
      continue;
    }
    await insertScan(
      tx,
      { sessionId: session.id, taskId: task.id },
      {
        ...scan,
        readBy: scan.readBy ?? null,
        animalId: found.animalId,
        lineId: found.line?.id ?? null,
        result: found.result,
        longitude: scan.location?.longitude ?? null,
        latitude: scan.location?.latitude ?? null,
        facts: scan.facts ?? {},
        safeTagNo: scan.safeTagNo ?? null,
      },
    );
    results.set(scan.seq, found.result);
    const files = scan.photos.map((one) => one.fileId);
    // A picture hangs on the animal it shows: on another one it was used before.
    const exceptRef = found.line?.id ?? null;
    const old = await photoUsed(tx, files, { use: 'insurance.insEnrolmentLine', exceptRef });
    if (old.length > 0 && found.line) {
      const { line } = found;
      used.push({
        kind: 'photoUsed',
        partyId: line.partyId,
        lineId: line.id,
        principalId: line.principalId,
        regionCode: line.regionCode,
        holderName: line.holderName,
        earTag: line.earTag,
        evidence: { fileIds: old },
      });
    }
    const fresh = files.filter((one) => !old.includes(one));
    if (found.line) await linkFiles(tx, fresh, 'insurance.insEnrolmentLine', found.line.id);
    else await linkFiles(tx, fresh, 'insurance.insCheckTask', task.id);
    await insertIssues(tx, task, found.issues);
    if (isMatch && found.line) {
      seen.add(found.line.id);
      await markSeen(tx, [found.line.id], 'match');
      await dropMissing(tx, task.id, [found.line.id]);
      if (scan.safeTagNo && (await hangSafeTag(tx, task, scan.safeTagNo, found.line)))
        await setSafeTag(tx, found.line.id, scan.safeTagNo);
      else if (scan.safeTagNo) refused.push({ seq: scan.seq, tag: scan.safeTagNo, code: 'safeTagNotHeld' });
    }
  }
  await insertIssues(tx, task, used);
  const by = actor.nickname;
  if (!isAgain) await setTaskStatus(tx, task.id, ['waiting'], 'checking', by);
  const most = await numberOf(tx, 'check.maxPerHour', task.regionCode, task.insurerId);
  if (tooFast(body, most)) await markOverspeed(tx, task.id);
  if (body.submit && !isAgain) {
    if (body.photosHolder.length === 0) throw refuse('holderPhotoMissing');
    await linkFiles(tx, body.photosHolder, 'insurance.insCheckTask', task.id);
    await endSession(tx, session.id, body.endedAt ?? null, body.photosHolder);
    await findMissing(tx, task, lines, seen);
    await setTaskStatus(tx, task.id, ['checking'], 'disposing', by);
    await settleTask(tx, task.id, by);
  }
  const counted = await countTask(tx, task.id);
  return {
    accepted: results.size,
    refused,
    results: [...results].map(([seq, result]) => ({ seq, result })),
    seen: counted.seen,
    toSee: counted.lines,
    issues: counted.issues,
    status: (await taskOf(tx, task.id)).status,
  };
}

async function sheet(call: Call<typeof checkSheet>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const task = await taskOf(tx, call.query.taskId);
    const list = await listOf(tx, task.enrolmentId);
    const version = await versionOf(tx, list.versionId);
    const lines = await linesOf(tx, task);
    const seen = await seenLines(tx, task.id);
    const parties = [...Map.groupBy(lines, (one) => one.partyId)].map(([id, own]) => ({
      id,
      name: own[0]?.holderName ?? '',
      toSee: own.filter((one) => one.toSee).length,
      seen: own.filter((one) => seen.has(one.id)).length,
    }));
    return {
      taskId: task.id,
      docNo: task.docNo,
      status: task.status,
      village: lookups().regionName(task.regionCode, call.language) ?? '',
      product: version.product,
      dueOn: task.dueOn,
      angles: await anglesOf(tx, version.photos),
      parties,
      lines: lines.map((one) => ({
        earTag: one.earTag,
        electronicTag: one.electronicTag,
        partyId: one.partyId,
        holder: one.holderName,
        sex: one.sex,
        stage: one.stage,
        birthDate: one.birthDate,
        isSeen: seen.has(one.id),
        mustSee: one.toSee,
      })),
    };
  });
}

export const scanRoutes = (): Route[] => [serve('insurance', sendScans, take), serve('insurance', checkSheet, sheet)];
