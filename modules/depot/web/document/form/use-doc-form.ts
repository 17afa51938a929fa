import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf, type Row, useChanged } from '#kit/web/resource/resource-calls.ts';
import { type DocData, docById } from '#modules/depot/contract/document/doc-view.ts';
import { today } from '../../goods/today.ts';
import type { HeadValues } from '../doc-head.tsx';
import type { DocKind } from '../kinds.ts';
import { type DraftLine, describesLots, lineOf, qtyOf, sent } from './draft-line.ts';
import { withGoods } from './goods-by-id.ts';

const empty = (): HeadValues => ({
  depotId: null,
  toDepotId: null,
  boxId: null,
  purveyorId: null,
  staffId: null,
  holderId: null,
  requisitionId: null,
  bizDate: today(),
  reason: null,
  purpose: null,
  temperature: null,
  fileIds: [],
  witnessIds: [],
  remark: '',
});

/** What each kind sends of its head. */
const headNames: Readonly<Record<string, readonly (keyof HeadValues)[]>> = {
  purchaseIn: ['depotId', 'purveyorId', 'bizDate', 'temperature', 'fileIds', 'remark'],
  otherIn: ['depotId', 'reason', 'boxId', 'bizDate', 'remark'],
  useOut: ['depotId', 'reason', 'staffId', 'holderId', 'purveyorId', 'bizDate', 'witnessIds', 'fileIds', 'remark'],
  issueOut: ['depotId', 'toDepotId', 'requisitionId', 'purpose', 'bizDate', 'remark'],
};

/** What every paper of a kind must say, before it is sent anywhere. */
function missingOf(kind: DocKind, head: HeadValues, lines: readonly DraftLine[]): string[] {
  const must: (keyof HeadValues)[] = [
    'depotId',
    ...(kind.docType === 'issueOut' ? (['toDepotId'] as const) : []),
    ...(kind.docType === 'purchaseIn' || head.reason === 'purveyorReturn' ? (['purveyorId'] as const) : []),
    ...(head.reason === 'staffReturn' ? (['boxId'] as const) : []),
    ...(head.reason === 'toHolder' ? (['holderId'] as const) : []),
  ];
  return [
    ...must.filter((name) => head[name] === null),
    ...lines.flatMap((line, at) => (qtyOf(line) === null ? [`lines.${at}.unitQty`] : [])),
  ];
}

const nextSteps = ['submit', 'postNow', 'post', 'pick'];

/** The values of a paper while it is written, saved as a draft or at once sent on. */
export function useDocForm(kind: DocKind, id: number | null, initial: Partial<HeadValues>) {
  const t = useT();
  const client = useQueryClient();
  const changed = useChanged(kind.resource);
  const [head, setHead] = useState<HeadValues>({ ...empty(), ...initial });
  const [lines, setLines] = useState<readonly DraftLine[]>([]);
  const [doc, setDoc] = useState<DocData | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isLoading, setLoading] = useState(id !== null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isDirty, setDirty] = useState(false);
  const attempt = useRef<string | null>(null);
  const taken = useRef<number | null>(null);

  const load = async (wanted: number) => {
    setLoading(true);
    setFailure(null);
    try {
      const data = await call(docById, { query: { id: wanted }, quiet: true });
      const found = await withGoods(data.lines);
      setDoc(data);
      setHead({
        ...empty(),
        ...data,
        boxId: data.docType === 'otherIn' ? data.toDepotId : null,
        remark: data.remark ?? '',
      });
      setLines(found.map(({ line, goods }) => lineOf(goods, line)));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setLoading(false);
    }
  };
  // Once: a tab that is shown again runs its effects again, and what was typed must stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper is read by its id alone
  useEffect(() => {
    if (id === null || taken.current === id) return;
    taken.current = id;
    void load(id);
  }, [id]);

  const touch = () => {
    attempt.current = null;
    setDirty(true);
    setErrors({});
    setProblem(null);
  };
  const describes = describesLots(kind.docType, head.reason);

  async function save(): Promise<{ id: number; version: number; docNo: string } | null> {
    const body = {
      ...Object.fromEntries((headNames[kind.docType] ?? []).map((name) => [name, head[name]])),
      lines: lines.map((line) => sent(line, describes)),
    };
    attempt.current ??= newKey();
    try {
      const target = doc
        ? call(kind.edit, {
            body: { id: doc.id, version: doc.version, ...body } as never,
            idempotencyKey: attempt.current,
            quiet: true,
          })
        : call(kind.add, { body: body as never, idempotencyKey: attempt.current, quiet: true });
      const saved = await target;
      attempt.current = null;
      setDirty(false);
      setDoc((old) => ({ ...(old as DocData), id: saved.id, version: saved.version, docNo: saved.docNo }));
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      setProblem(error.errors.length > 0 ? t('depot.docForm.wrong', { n: error.errors.length }) : error.message);
      return null;
    }
  }

  /** True when the paper is saved, and where asked for, one step further. */
  async function finish(goOn: boolean): Promise<boolean> {
    if (busy || isLoading || failure) return false;
    const missing = missingOf(kind, head, lines);
    if (missing.length > 0 || lines.length === 0) {
      setErrors(Object.fromEntries(missing.map((name) => [name, t('error.field.required')])));
      setProblem(lines.length === 0 ? t('depot.docForm.needLines') : t('depot.docForm.wrong', { n: missing.length }));
      return false;
    }
    setBusy(true);
    try {
      const saved = await save();
      if (!saved) return false;
      if (goOn) {
        const row = (await call(callOf(kind.resource, 'detail'), { params: { id: saved.id } })) as Row;
        const name = nextSteps.find((one) => row._can.includes(one));
        if (name) {
          try {
            await call(callOf(kind.resource, 'transition'), {
              body: { id: saved.id, version: row.version, name },
              idempotencyKey: newKey(),
              quiet: true,
            });
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            setProblem(error.message);
            return false;
          }
        }
      }
      notify('success', t('depot.docForm.saved', { docNo: saved.docNo }));
      return true;
    } finally {
      setBusy(false);
      void changed();
      void client.invalidateQueries({ queryKey: ['depot.shelf'] });
      void client.invalidateQueries({ queryKey: ['depot.doc'] });
    }
  }

  return {
    head,
    lines,
    docNo: doc?.docNo ?? null,
    describes,
    errors,
    problem,
    busy,
    isLoading,
    isDirty,
    /** Why the paper could not be read whole; it must not be saved then. */
    failure,
    reload: () => void (id !== null && load(id)),
    finish,
    /** What the page fills in by itself: nobody typed it. */
    begin: (change: Partial<HeadValues>, first?: readonly DraftLine[]) => {
      setHead((old) => ({ ...old, ...change }));
      if (first) setLines(first);
    },
    setHead: (change: Partial<HeadValues>) => {
      touch();
      setHead((old) => ({ ...old, ...change }));
      // Lots of another store, or of another way in, are not the ones that were typed.
      const isElsewhere = 'depotId' in change && head.reason !== 'staffReturn';
      if (isElsewhere || 'reason' in change || 'boxId' in change)
        setLines((old) => old.map((line) => ({ ...line, lotId: null })));
    },
    setLines: (next: (old: readonly DraftLine[]) => readonly DraftLine[]) => {
      touch();
      setLines(next);
    },
  };
}
