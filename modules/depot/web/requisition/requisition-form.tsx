import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Empty, Flex, Form, Input, Select, Space, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError, call, callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { callOf, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { baseQty } from '#modules/depot/contract/goods/quantity.ts';
import {
  addRequisition,
  askingDepots,
  editRequisition,
  type Requisition,
  requisition,
  suggestSupplies,
} from '#modules/depot/contract/requisition/requisition.ts';
import { MaterialFinder } from '../goods/material-finder.tsx';
import { today } from '../goods/today.ts';
import { FormLines, type WishedLine, wished } from './form-lines.tsx';
import { linesQuery } from './lines-table.tsx';

interface Props {
  /** The draft that is edited; without it a new one begins. */
  readonly row?: Requisition | undefined;
  readonly askDepotId?: number | undefined;
  /** Wanted from the start: what a low limit led here for. */
  readonly materialIds?: readonly number[] | undefined;
  onClose(): void;
}

/** What a store asks for: filled from the suggestion, from a scan or by hand. */
export function RequisitionForm({ row, askDepotId, materialIds = [], onClose }: Props) {
  const t = useT();
  const id = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(requisition);
  const { options: purposes } = useDict('req_purpose');
  const text = useTexts('depot.requisitionPage');
  const label = useTexts('depot.requisition');
  const [depotId, setDepotId] = useState<number | null>(row?.askDepotId ?? askDepotId ?? null);
  const [giverId, setGiverId] = useState<number | null>(row?.giverPrincipalId ?? null);
  const [purpose, setPurpose] = useState<string>(row?.purpose ?? 'daily');
  const [needBy, setNeedBy] = useState(row?.needBy ?? dayjs(today(), 'YYYY-MM-DD').add(7, 'day').format('YYYY-MM-DD'));
  const [remark, setRemark] = useState(row?.remark ?? '');
  const [lines, setLines] = useState<readonly WishedLine[] | null>(row ? null : []);
  const [isDirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Saved, though perhaps not submitted: from then on the same paper is edited.
  const [kept, setKept] = useState<{ readonly id: number; readonly version: number } | null>(row ?? null);
  const attempt = useRef<string | null>(null);
  const { data: depots } = useQuery({
    queryKey: [...resourceKey(requisition), 'depots'],
    queryFn: () => call(askingDepots, { quiet: true }),
  });
  const before = useQuery({ ...linesQuery(row?.id ?? 0), enabled: row !== undefined });
  const depot = depots?.find((one) => one.id === depotId);
  const giver = giverId ?? depot?.givers[0]?.id ?? null;
  const change = (work: () => void) => {
    attempt.current = null;
    setDirty(true);
    setErrors({});
    setProblem(null);
    work();
  };
  useEffect(() => {
    if (before.data)
      setLines((old) => old ?? before.data.map((one) => wished(one, one.asked, one.parts, one.suggested)));
  }, [before.data]);
  const only = depots?.length === 1 ? depots[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined) setDepotId((old) => old ?? only);
  }, [only]);

  const suggested = async (ids: readonly number[]) =>
    depotId === null
      ? []
      : call(suggestSupplies, {
          query: { askDepotId: depotId, purpose, ...(ids.length > 0 && { materialIds: ids.join(',') }) },
        });
  const take = (found: Awaited<ReturnType<typeof suggested>>, isAll: boolean) =>
    setLines((old) => {
      const kept = old ?? [];
      const fresh = found.filter((one) => !kept.some(({ goods }) => goods.materialId === one.materialId));
      const worth = isAll ? fresh : fresh.filter((one) => (one.suggested ?? 0) > 0);
      return [...kept, ...worth.map((one) => wished(one, one.suggested || null, one, one.suggested))];
    });
  const fill = async () => {
    setBusy(true);
    try {
      const found = await suggested([]);
      change(() => take(found, false));
      if (!found.some((one) => (one.suggested ?? 0) > 0)) notify('info', t('depot.requisition.notNeeded'));
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const wanted = materialIds.join(',');
  const taken = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the store is known
  useEffect(() => {
    const ask = `${depotId} ${wanted}`;
    if (depotId === null || !wanted || taken.current === ask) return;
    taken.current = ask;
    void suggested(wanted.split(',').map(Number)).then(
      (found) => take(found, true),
      () => undefined,
    );
  }, [depotId, wanted]);

  const right = (lines ?? []).flatMap(({ goods, unit, unitQty }) => {
    const asked = unitQty ? baseQty(goods, unit, unitQty) : null;
    return asked === null ? [] : [{ materialId: goods.materialId, asked }];
  });
  const isReady = depotId !== null && giver !== null && right.length > 0 && right.length === lines?.length;
  const send = async (isSubmit: boolean) => {
    if (!isReady || depotId === null || busy) return;
    setBusy(true);
    setProblem(null);
    attempt.current ??= newKey();
    const once = { idempotencyKey: attempt.current, quiet: true };
    try {
      const body = {
        askDepotId: depotId,
        giverPrincipalId: giver,
        purpose,
        needBy,
        remark: remark || null,
        lines: right,
      };
      const saved = kept
        ? await call(editRequisition, { body: { id: kept.id, version: kept.version, ...body }, ...once })
        : await call(addRequisition, { body, ...once });
      attempt.current = null;
      setKept({ id: saved.id, version: saved.version });
      setDirty(false);
      if (isSubmit)
        await callEnvelope(callOf(requisition, 'transition'), {
          body: { id: saved.id, version: saved.version, name: 'submit' },
        });
      notify('success', t(isSubmit ? 'ok.done' : 'ok.saved'));
      void changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      setProblem(error.errors.length > 0 ? null : error.message);
      void changed();
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const item = (name: string, title: string, input: React.ReactNode, isRequired = true) => (
    <Form.Item
      label={title}
      htmlFor={`${id}-${name}`}
      required={isRequired}
      {...(errors[name] && { validateStatus: 'error', help: errors[name] })}
    >
      {input}
    </Form.Item>
  );
  return (
    <Drawer
      open
      title={text(kept ? 'editTitle' : 'new')}
      size="min(1000px, 100vw)"
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text type="secondary">{text('sum', { n: lines?.length ?? 0 })}</Typography.Text>
          <Space>
            <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
            <Button loading={busy} disabled={!isReady} onClick={() => void send(false)}>
              {text('save')}
            </Button>
            <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void send(true)}>
              {text('submit')}
            </Button>
          </Space>
        </Flex>
      }
    >
      {depots?.length === 0 ? (
        <Empty description={text('noDepot')} />
      ) : (
        <Form layout="vertical">
          <div style={gridStyle}>
            {item(
              'askDepotId',
              label('askDepotId'),
              <Select<number>
                id={`${id}-askDepotId`}
                value={depotId}
                disabled={kept !== null}
                options={(depots ?? []).map((one) => ({ value: one.id, label: one.name }))}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={t('kit.choose')}
                onChange={(chosen) =>
                  change(() => {
                    setDepotId(chosen);
                    setGiverId(null);
                  })
                }
              />,
            )}
            {item(
              'giverPrincipalId',
              label('giverName'),
              <Select<number>
                id={`${id}-giverPrincipalId`}
                value={giver}
                options={(depot?.givers ?? []).map((one) => ({ value: one.id, label: one.name }))}
                placeholder={t('kit.choose')}
                onChange={(chosen) => change(() => setGiverId(chosen))}
              />,
            )}
            {item(
              'purpose',
              label('purpose'),
              <Select<string>
                id={`${id}-purpose`}
                value={purpose}
                options={purposes.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
                onChange={(chosen) => change(() => setPurpose(chosen))}
              />,
            )}
            {item(
              'needBy',
              label('needBy'),
              <DatePicker
                id={`${id}-needBy`}
                value={dayjs(needBy, 'YYYY-MM-DD')}
                minDate={dayjs(today(), 'YYYY-MM-DD')}
                allowClear={false}
                onChange={(day) => day && change(() => setNeedBy(day.format('YYYY-MM-DD')))}
                style={{ width: '100%' }}
              />,
            )}
          </div>
          <Flex gap={8} align="center" style={{ marginBlockEnd: 8 }}>
            <div style={{ flex: 1 }}>
              <MaterialFinder
                id={`${id}-material`}
                label={text('search')}
                but={(lines ?? []).map(({ goods }) => goods.materialId)}
                onFound={(goods) =>
                  change(() => {
                    setLines((old) => [...(old ?? []), wished(goods, null, null, null)]);
                    void suggested([goods.materialId]).then((found) =>
                      setLines((old) =>
                        (old ?? []).map((one) =>
                          one.goods.materialId === goods.materialId && found[0]
                            ? {
                                ...one,
                                parts: found[0],
                                suggested: found[0].suggested,
                                ...(one.unitQty === null &&
                                  found[0].suggested && { unit: goods.baseUnit, unitQty: found[0].suggested }),
                              }
                            : one,
                        ),
                      ),
                    );
                  })
                }
              />
            </div>
            <Button loading={busy} disabled={depotId === null} onClick={() => void fill()}>
              {text('fill')}
            </Button>
          </Flex>
          <FormLines lines={lines ?? []} onChange={(next) => change(() => setLines(next))} />
          <Form.Item label={label('remark')} htmlFor={`${id}-remark`} style={{ marginBlockStart: 16 }}>
            <Input.TextArea
              id={`${id}-remark`}
              rows={2}
              maxLength={500}
              value={remark}
              onChange={(event) => change(() => setRemark(event.target.value))}
            />
          </Form.Item>
          {(problem ?? errors.lines) && <Alert type="error" showIcon title={problem ?? errors.lines} />}
        </Form>
      )}
    </Drawer>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  columnGap: 24,
} as const;
