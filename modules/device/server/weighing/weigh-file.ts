import { createHash } from 'node:crypto';
import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mostScaleLines, readScaleFile } from '#modules/device/contract/weighing/scale-file.ts';
import { addScaleFile } from '#modules/device/contract/weighing/weigh-session.ts';
import { lockSession, mustHold, type Session, takeWeights } from './weigh-session.ts';

/** R48: judged like any other weight. The same file again changes nothing; in a second session it is refused. */
async function takeScaleFile(
  tx: Tx,
  session: Session,
  name: string,
  text: string,
): Promise<{ taken: number; faults: { line: number; text: string }[] }> {
  const { lines, faults } = readScaleFile(text);
  if (lines.length === 0) throw refusal('fileUnread', 'device.weighSession.fileUnread');
  if (lines.length > mostScaleLines)
    throw refusal('fileTooLong', 'device.weighSession.fileTooLong', { n: mostScaleLines });
  const sha256 = createHash('sha256').update(text).digest('hex');
  const [before] = await tx.query<{ id: number; docNo: string }>(
    `select s.id, s.doc_no as "docNo" from device.weigh_file f
     join device.weigh_session s on s.tenant_no = f.tenant_no and s.id = f.session_id
     where f.tenant_no = $1 and f.sha256 = $2 and s.principal_id = $3 and s.status not in ('cancelled', 'voided')`,
    [tx.scope.tenantNo, sha256, session.principalId],
  );
  if (before && before.id !== session.id)
    throw refusal('fileKnown', 'device.weighSession.fileKnown', { docNo: before.docNo });
  if (before) return { taken: 0, faults: [...faults] };
  await tx.query(
    `insert into device.weigh_file (tenant_no, session_id, sha256, name, line_count, created_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.scope.tenantNo, session.id, sha256, name, lines.length, tx.scope.userId],
  );
  const [last] = await tx.query<{ n: number }>(
    'select coalesce(max(n), 0) as n from device.weigh_record where session_id = $1',
    [session.id],
  );
  const now = new Date().toISOString();
  await takeWeights(
    tx,
    session,
    lines.map((one, at) => ({
      n: (last?.n ?? 0) + at + 1,
      at: one.at ?? now,
      tag: one.tag,
      kg: one.kg,
      bcs: null,
      note: null,
      manual: false,
    })),
  );
  return { taken: lines.length, faults: [...faults] };
}

export const weighFileRoutes = (): Route[] => [
  serve('device', addScaleFile, async (call) => {
    const { sessionId, name, text } = call.body;
    const session = await lockSession(call.tx, sessionId);
    mustHold(call as unknown as Call, session.principalId);
    if (session.status !== 'weighing') throw refusal('sessionPosted', 'device.weighSession.notOpen');
    return takeScaleFile(call.tx, session, name, text);
  }),
];
