import { AppError, type FieldError, invalid, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { levelOf } from '#kit/contract/region.ts';
import { transitionForm, transitionKey } from '#kit/contract/resource.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { findRow, type Move, moveRow } from '#kit/server/resource/write.ts';
import { sysRegion } from '#modules/platform/contract/reference/sys-region.ts';
import { onApproval, requestApproval } from '../../role/sys-approval.ts';
import { referenceChanged } from '../reference-changed.ts';
import { startRecode } from './ask-recode.ts';
import { regionName } from './regions.ts';

interface Heir {
  successorCode: number;
  effectiveOn: string;
}
interface Asked extends Heir {
  code: number;
  name: string;
  reason: string;
}

async function checkSuccessor(call: Call, code: number, { successorCode, effectiveOn }: Heir): Promise<void> {
  const errors: FieldError[] = [];
  const [heir] = await call.tx.query<{ level: number; status: string }>(
    'select level, status from platform.sys_region where code = $1',
    [successorCode],
  );
  if (successorCode === code || heir?.status !== 'active' || heir.level !== levelOf(code))
    errors.push({ field: 'successorCode', key: 'platform.sysRegion.wrongSuccessor' });
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  if (effectiveOn > today) errors.push({ field: 'effectiveOn', key: 'platform.sysRegion.notYet' });
  if (errors.length > 0) throw invalid(errors);
  const below = await call.tx.query(
    "select 1 from platform.sys_region where parent_code = $1 and status = 'active' limit 1",
    [code],
  );
  if (below.length > 0) throw new AppError(409, 'platform.sysRegion.hasChildren');
}

/** Rows of every tenant follow an abolished region, so a second person decides; until then nothing of it is written. */
async function ask(call: Call, move: Move) {
  const row = await findRow(call, sysRegion, move.id, true);
  if (row.status !== 'active') throw wrongState(row.statusName ?? row.status, transitionKey(sysRegion, 'abolish'));
  if (row.version !== move.version) throw staleVersion();
  if (!move.remark) throw invalid([{ field: 'remark', key: 'error.field.remark' }]);
  const heir = transitionForm(sysRegion, 'abolish').parse(move.form ?? {}) as unknown as Heir;
  await checkSuccessor(call, row.code, heir);
  const payload = { code: row.code, name: row.name, ...heir, reason: move.remark };
  const approvalId = await requestApproval(call.tx, 'regionRecode', payload, move.remark);
  return { status: row.status, version: row.version, approvalId };
}

export const askedFirst = (route: Route): Route =>
  route.endpoint.path === 'sys/region/transition'
    ? {
        ...route,
        handle: async (call) => {
          const { items, ...move } = call.body as Move & { items?: { id: number; version: number }[] };
          const asked = [];
          for (const one of items ?? [move]) asked.push(await ask(call, { ...move, ...one }));
          call.answer.msg = call.say('platform.sysApproval.asked');
          return items ? { ok: asked.length, failed: [] } : asked[0];
        },
      }
    : route;

export function registerRecodeApproval(): void {
  onApproval('regionRecode', {
    title: (payload) => ({
      key: 'platform.sysApproval.titleRecode',
      args: { name: String(payload.name), code: Number(payload.code) },
    }),
    words: async (call, payload) => {
      const { code, successorCode, effectiveOn } = payload as unknown as Asked;
      const place = (one: number) => `${regionName(one) ?? ''} ${one}`.trim();
      return [
        { label: call.say('platform.sysRegion.code'), value: place(code) },
        { label: call.say('platform.sysRegion.successorCode'), value: place(successorCode) },
        { label: call.say('platform.sysRegion.effectiveOn'), value: effectiveOn },
        { label: call.say('platform.sysApproval.effect'), value: call.say('platform.sysApproval.effectRecode') },
      ];
    },
    execute: async (call, payload) => {
      const { code, successorCode, effectiveOn, reason } = payload as unknown as Asked;
      // What was right when it was asked may have changed since.
      const heir = { successorCode, effectiveOn };
      await checkSuccessor(call, code, heir);
      const { version } = await findRow(call, sysRegion, code, true);
      await moveRow(call, sysRegion, { id: code, version, name: 'abolish', form: heir, remark: reason });
      await startRecode(call, code, successorCode);
      await referenceChanged(call.tx, call.database, 'regions');
      return undefined;
    },
  });
}
