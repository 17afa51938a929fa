import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Drawer, Flex, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { type Goods, requisitionRest, shelfOf } from '#modules/depot/contract/document/doc-view.ts';
import { DocHead, type HeadValues } from '../doc-head.tsx';
import type { DocKind } from '../kinds.ts';
import { newLine } from './draft-line.ts';
import { withGoods } from './goods-by-id.ts';
import { GoodsSearch } from './goods-search.tsx';
import { LineTable } from './line-table.tsx';
import { ShelfDialog } from './shelf-dialog.tsx';
import { useStores } from './store-choice.tsx';
import { useDocForm } from './use-doc-form.ts';

interface Props {
  readonly kind: DocKind;
  readonly id: number | null;
  readonly initial?: Partial<HeadValues>;
  onClose(): void;
}

/** A paper is written: its head, then line after line, by scanner or by hand. */
export function DocForm({ kind, id, initial = {}, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const form = useDocForm(kind, id, initial);
  const { head, lines } = form;
  const { stores, loading } = useStores();
  const [isTicking, setTicking] = useState(false);
  const text = useTexts('depot.docForm');
  const scanId = 'doc-scan';
  const focus = (name: string) => setTimeout(() => document.getElementById(name)?.focus(), 60);

  // Who keeps one store need not choose it.
  const kept = stores.filter((one) => one.kept && one.kind !== 'box');
  const only = kept.length === 1 ? (kept[0]?.id ?? null) : null;
  useEffect(() => {
    if (only !== null && head.depotId === null && id === null) form.begin({ depotId: only });
  });
  const rest = useRequisition(id === null ? head.requisitionId : null, form);

  const shelfId = form.describes ? null : head.reason === 'staffReturn' ? head.boxId : head.depotId;
  const shelf = useQuery({
    queryKey: ['depot.shelf', shelfId],
    queryFn: () => call(shelfOf, { query: { depotId: shelfId as number }, quiet: true }),
    enabled: shelfId !== null,
  });
  const add = (goods: Goods, word: string) => {
    // The label of a lot on the shelf names the lot as well.
    const lot = shelf.data?.find((one) => one.materialId === goods.id && one.lotNo === word);
    const line = newLine(goods, lot && { lotId: lot.lotId, lotNo: lot.lotNo });
    form.setLines((old) => [...old, line]);
    focus(form.describes && goods.tracking === 'batch' ? `${line.key}-lot` : `${line.key}-qty`);
  };
  const toId = kind.docType === 'issueOut' ? head.toDepotId : kind.docType === 'useOut' ? null : head.depotId;
  const save = async (goOn: boolean) => {
    if (await form.finish(goOn)) onClose();
  };
  const leave = async () => {
    if (!form.isDirty || (await confirmLeave())) onClose();
  };
  const isUnready = form.isLoading || form.failure !== null || rest.failure !== null;
  const isDestroy = head.reason === 'destroy';
  return (
    <Drawer
      open
      size="min(1240px, 100vw)"
      title={form.docNo ? text('edit', { docNo: form.docNo }) : text(`new_${kind.docType}`)}
      onClose={() => void leave()}
      mask={{ closable: !form.isDirty }}
      footer={
        <Flex justify="end" gap={8} wrap>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button loading={form.busy} disabled={isUnready} onClick={() => void save(false)}>
            {text('save')}
          </Button>
          <Button type="primary" loading={form.busy} disabled={isUnready} onClick={() => void save(true)}>
            {text(isDestroy ? 'saveAndSubmit' : `saveAnd_${kind.docType}`)}
          </Button>
        </Flex>
      }
    >
      {form.isLoading && <Waiting />}
      {form.failure && <Failed error={form.failure} onRetry={form.reload} />}
      {!form.isLoading && !form.failure && (
        <Form layout="vertical" component="div">
          {!loading && kept.length === 0 && (
            <Alert type="info" showIcon title={text('noStores')} style={{ marginBlockEnd: 12 }} />
          )}
          <DocHead
            kind={kind}
            values={head}
            stores={stores}
            loading={loading}
            errors={form.errors}
            onChange={form.setHead}
          />
          <Card
            size="small"
            title={text('lines')}
            extra={
              shelfId !== null &&
              kind.docType !== 'issueOut' && (
                <Button size="small" onClick={() => setTicking(true)}>
                  {text(isDestroy ? 'tickUnfit' : head.reason === 'staffReturn' ? 'tickBox' : 'tick')}
                </Button>
              )
            }
          >
            {rest.failure && <Failed error={rest.failure} onRetry={rest.retry} />}
            <Flex vertical gap={12}>
              <GoodsSearch id={scanId} depotId={shelfId} onFound={add} />
              <LineTable
                docType={kind.docType}
                describes={form.describes}
                bizDate={head.bizDate}
                lines={lines}
                shelf={shelf.data ?? []}
                into={stores.find((one) => one.id === toId) ?? null}
                errors={form.errors}
                onChange={(key, change) =>
                  form.setLines((old) => old.map((line) => (line.key === key ? { ...line, ...change } : line)))
                }
                onRemove={(key) => form.setLines((old) => old.filter((line) => line.key !== key))}
                onNext={() => focus(scanId)}
              />
            </Flex>
          </Card>
          {form.problem && <Alert type="error" showIcon title={form.problem} style={{ marginBlockStart: 12 }} />}
        </Form>
      )}
      {isTicking && shelfId !== null && (
        <ShelfDialog
          depotId={shelfId}
          isUnfit={isDestroy}
          title={text(isDestroy ? 'tickUnfit' : head.reason === 'staffReturn' ? 'tickBox' : 'tick')}
          onClose={() => setTicking(false)}
          onChoose={(chosen) =>
            form.setLines((old) => [
              ...old,
              ...chosen.map((one) =>
                newLine(one.goods, {
                  lotId: one.shelf.lotId,
                  lotNo: one.shelf.lotNo,
                  expireOn: one.shelf.expireOn,
                  unit: one.goods.baseUnit,
                  unitQty: one.shelf.free,
                  ...(one.goods.tracking === 'segment' && { segFrom: one.shelf.segFrom, segTo: one.shelf.segTo }),
                }),
              ),
            ])
          }
        />
      )}
    </Drawer>
  );
}

/** What is left of a requisition, as lines. */
function useRequisition(requisitionId: number | null, form: ReturnType<typeof useDocForm>) {
  const [failure, setFailure] = useState<Error | null>(null);
  const taken = useRef<number | null>(null);
  const take = async (id: number) => {
    setFailure(null);
    try {
      const paper = await call(requisitionRest, { query: { id }, quiet: true });
      const found = await withGoods(paper.lines);
      if (taken.current !== id) return;
      form.begin(
        { toDepotId: paper.askDepotId, purpose: paper.purpose },
        found.map(({ line, goods }) => newLine(goods, { unit: goods.baseUnit, unitQty: line.rest })),
      );
    } catch (error) {
      if (taken.current === id) setFailure(error as Error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each requisition; what was typed since stays
  useEffect(() => {
    if (taken.current === requisitionId) return;
    taken.current = requisitionId;
    if (requisitionId === null) setFailure(null);
    else void take(requisitionId);
  }, [requisitionId]);
  return { failure, retry: () => void (requisitionId !== null && take(requisitionId)) };
}
