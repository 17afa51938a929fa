import type { DataOf } from '#kit/contract/endpoint.ts';
import { AppError, invalid, tooOften } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { countVisit } from '#kit/server/http/visitors.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { publicConfig, takeCaptcha } from '#modules/platform/server/index.ts';
import { toldChain } from '#modules/registry/server/index.ts';
import {
  publicCode,
  publicFeedback,
  publicProof,
  publicSeals,
} from '#modules/traceability/contract/seal/trace-seal.ts';
import { originsOf, readLot } from '../lot/origins.ts';
import { lotEvents, toldLot } from '../lot/trace-lot-event.ts';
import { insertFeedback } from '../oversight/trace-feedback.ts';
import { proofOf } from '../seal/proofs.ts';
import { type StoredSeal, sealSql } from '../seal/trace-seal.ts';
import { serialOf } from './codes.ts';
import { insertScan } from './trace-scan.ts';

const nobody = systemScope(0, 'publicTrace');
/** R45: wrong, void, unbound and unknown sound the same; the gate asks the next cell on 404. */
const unknown = () => new AppError(404, 'traceability.publicTrace.unknown');

interface Found {
  readonly id: number;
  readonly tenantNo: number;
  readonly code: string;
  readonly kind: string;
  readonly status: string;
  readonly targetType: 'animal' | 'lot' | 'subject';
  readonly targetId: number;
  readonly targetName: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly pinSeq: number | null;
  readonly pinHash: string | null;
  readonly firstScanOn: string | null;
  readonly scans: number;
}

async function findCode(database: Database, text: string): Promise<Found | null> {
  const read = serialOf(text);
  if (!read) return null;
  const [[found]] = await database.read<[Found]>(nobody, {
    text: `select id, tenant_no as "tenantNo", code, kind, status, target_type as "targetType", target_id as "targetId",
        target_name as "targetName", principal_id as "principalId", region_code as "regionCode", pin_seq as "pinSeq",
        pin_hash as "pinHash", first_scan_on as "firstScanOn", scans
      from traceability.public_code($1) where kit.is_here(tenant_no)`,
    values: [read.stored],
  });
  return found && found.code === read.code ? found : null;
}

async function admit(call: Call, topic: string) {
  const visit = await countVisit(call.database, topic, call.ip);
  if (visit.asked > 30 || visit.unknown > 10) throw tooOften(1);
  return visit;
}

type Answer = DataOf<typeof publicCode>;
const none = {
  tag: null,
  maker: null,
  madeOn: null,
  bestBefore: null,
  kg: null,
  certTail: null,
  noticeOn: null,
  roles: [],
  steps: [],
  origins: [],
  proof: null,
} satisfies Partial<Answer>;

async function tell(call: Call<typeof publicCode>, found: Found): Promise<Answer> {
  const county = (code: number) => lookups().regionName(code * 1e6, call.language) ?? '';
  const label = (dict: string, value: string) =>
    lookups().dictLabel(dict, value, found.tenantNo, call.language) ?? value;
  const config = await publicConfig(call.database, found.tenantNo);
  const shared = {
    ...none,
    code: found.code,
    kind: found.targetType,
    countyName: county(Math.floor(found.regionCode / 1e6)),
    firstScanOn: found.firstScanOn,
    scans: found.scans + 1,
    tenantNo: found.tenantNo,
    tenantTitle: config.find((one) => one.configCode === 'sys_title')?.names?.[call.language] ?? '',
    pin: found.pinSeq === null ? null : { seq: found.pinSeq, head: found.pinHash ?? '' },
    notice: found.status === 'voided' ? ('voided' as const) : ('none' as const),
  };
  return call.database.transaction(systemScope(found.tenantNo, 'publicCode'), async (tx) => {
    await insertScan(tx, found, call.ip, call.header('user-agent') ?? '');
    if (found.targetType === 'animal') {
      const told = await toldChain(tx, found.targetId);
      return { ...shared, tag: found.targetName, title: found.targetName, proof: told && (await proofOf(tx, told)) };
    }
    if (found.targetType === 'subject') return { ...shared, ...(await subjectOf(tx, found, label)) };
    const lot = await readLot(tx, found.targetId);
    if (!lot) throw unknown();
    const events = await lotEvents(tx, lot.id);
    const notice = lot.status === 'recalled' ? 'recalled' : lot.status === 'held' ? 'held' : shared.notice;
    return {
      ...shared,
      title: lot.productName,
      maker: lot.maker,
      madeOn: lot.madeOn,
      bestBefore: lot.bestBefore,
      kg: lot.kg,
      certTail: lot.certTail,
      notice,
      noticeOn: lot.recalledOn,
      // R47: that somebody looks into it is told by the notice, not by a step.
      steps: events
        .filter((one) => !['held', 'inspected'].includes(one.kind))
        .map(({ pub }) => ({
          kind: pub.kind,
          kindName: label('lot_event', pub.kind),
          month: pub.month,
          countyName: county(pub.county),
        })),
      origins: (await originsOf(tx, lot.id)).map((one) => ({
        countyName: county(one.county),
        animals: one.animals,
        tags: one.tags,
      })),
      proof: await proofOf(tx, { uid: lot.uid, events: toldLot(events) }),
    };
  });
}

async function subjectOf(tx: Tx, found: Found, label: (dict: string, value: string) => string) {
  const [row] = await tx.query<{ name: string; roles: string[] }>(
    `select registry.principal_name(principal_id) as name, roles from traceability.trace_subject
     where id = $1 and status = 'active'`,
    [found.targetId],
  );
  if (!row) throw unknown();
  return { title: row.name, maker: row.name, roles: row.roles.map((role) => label('subject_role', role)) };
}

export const publicCodeRoutes = (): Route[] => [
  serve('traceability', publicCode, async (call) => {
    const visit = await admit(call as unknown as Call, 'traceability.publicCode');
    const found = await findCode(call.database, call.query.c);
    if (!found) {
      await visit.miss();
      throw unknown();
    }
    return tell(call, found);
  }),
  serve('traceability', publicProof, async (call) => {
    const visit = await admit(call as unknown as Call, 'traceability.publicProof');
    const [[found]] = await call.database.read<[{ tenantNo: number; animalId: number }]>(nobody, {
      text: `select tenant_no as "tenantNo", animal_id as "animalId" from registry.public_animal($1, $2)
        where kit.is_here(tenant_no)`,
      values: [call.query.c?.toLowerCase() ?? null, call.query.tag ?? null],
    });
    if (!found) {
      await visit.miss();
      throw unknown();
    }
    return call.database.transaction(systemScope(found.tenantNo, 'publicProof'), async (tx) => {
      const told = await toldChain(tx, found.animalId);
      if (!told) throw unknown();
      return proofOf(tx, told);
    });
  }),
  serve('traceability', publicSeals, async (call) => {
    await admit(call as unknown as Call, 'traceability.publicSeals');
    const [[here]] = await call.database.read<[{ isHere: boolean }]>(nobody, {
      text: 'select kit.is_here($1::int) as "isHere"',
      values: [call.query.t],
    });
    if (!here?.isHere) throw unknown();
    return call.database.transaction(systemScope(call.query.t, 'publicSeals'), async (tx) => {
      const rows = await tx.query<StoredSeal>(`${sealSql} order by seal_no desc limit 60`);
      return rows.map(({ id: _id, ...seal }) => seal);
    });
  }),
  serve('traceability', publicFeedback, async (call) => {
    await admit(call as unknown as Call, 'traceability.publicFeedback');
    const { t, c, kind, content, phone, captchaId, captchaCode } = call.body;
    if (!(await takeCaptcha(call as never, captchaId, captchaCode)))
      throw invalid([{ field: 'captchaCode', key: 'registry.publicAnimal.captchaWrong' }]);
    const found = await findCode(call.database, c);
    if (!found || found.tenantNo !== t) throw unknown();
    return call.database.transaction(systemScope(t, 'publicFeedback'), async (tx) => ({
      docNo: await insertFeedback(tx, {
        kind,
        content,
        phone: phone ?? null,
        code: found.code,
        about: found.targetName,
        principalId: found.principalId,
        regionCode: found.regionCode,
      }),
    }));
  }),
];
