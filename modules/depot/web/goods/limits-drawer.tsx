import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, InputNumber, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { type LimitLine, type Material, materialLimits, saveLimits } from '#modules/depot/contract/goods/material.ts';
import { Quantity } from '../common/quantity.tsx';

interface Props {
  readonly material: Material;
  onClose(): void;
}

type Bounds = Pick<LimitLine, 'minQty' | 'maxQty'>;

/** How little and how much each store should have, beside what it has. */
export function LimitsDrawer({ material, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const text = useTexts('depot.materialPage');
  const queries = useQueryClient();
  const mayEdit = useCan('depot:store:edit');
  const [changed, setChanged] = useState<Readonly<Record<number, Bounds>>>({});
  const [busy, setBusy] = useState(false);
  const key = ['depot.material', 'limits', material.id];
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: () => call(materialLimits, { query: { materialId: material.id }, quiet: true }),
  });
  const boundsOf = (row: LimitLine): Bounds => changed[row.depotId] ?? { minQty: row.minQty, maxQty: row.maxQty };
  const isTurned = ({ minQty, maxQty }: Bounds) => minQty !== null && maxQty !== null && minQty > maxQty;
  const save = async () => {
    setBusy(true);
    try {
      const lines = Object.entries(changed).map(([depotId, bounds]) => ({ depotId: Number(depotId), ...bounds }));
      await call(saveLimits, { body: { materialId: material.id, lines } });
      notify('success', t('ok.saved'));
      await queries.invalidateQueries({ queryKey: key });
      onClose();
    } catch {
      // The client has said why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  const isDirty = Object.keys(changed).length > 0;
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const input = (name: 'minQty' | 'maxQty', title: string) => ({
    key: name,
    title,
    width: 150,
    render: (_: unknown, row: LimitLine) => (
      <InputNumber
        aria-label={`${title} ${row.depotName}`}
        min={0}
        max={9_999_999_999}
        precision={material.decimals}
        disabled={!mayEdit || !row.mayEdit}
        status={isTurned(boundsOf(row)) ? 'error' : ''}
        value={boundsOf(row)[name]}
        onChange={(value) => setChanged((old) => ({ ...old, [row.depotId]: { ...boundsOf(row), [name]: value } }))}
        style={{ width: '100%' }}
      />
    ),
  });
  const isWrong = Object.values(changed).some(isTurned);
  return (
    <Drawer
      open
      title={text('limitsOf', { name: material.name })}
      size="min(820px, 100vw)"
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Space style={{ float: 'inline-end' }}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={isWrong || !isDirty} onClick={() => void save()}>
            {t('kit.save')}
          </Button>
        </Space>
      }
    >
      <Alert type="info" showIcon title={text('limitHint')} style={{ marginBottom: 12 }} />
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<LimitLine>
          size="small"
          rowKey="depotId"
          loading={isFetching && !data}
          dataSource={data ?? []}
          pagination={false}
          scroll={{ x: 680 }}
          locale={{ emptyText: text('noLimits') }}
          columns={[
            { key: 'depot', dataIndex: 'depotName', title: text('depot') },
            {
              key: 'onHand',
              title: t('depot.material.onHand'),
              align: 'end',
              width: 200,
              render: (_, row) => (
                <Space size={4}>
                  <Quantity of={material} qty={row.onHand} />
                  <Mark row={row} />
                </Space>
              ),
            },
            input('minQty', text('min')),
            input('maxQty', text('max')),
          ]}
        />
      )}
    </Drawer>
  );
}

function Mark({ row }: { readonly row: LimitLine }) {
  const t = useT();
  if (row.minQty !== null && row.onHand < row.minQty) return <Tag color="error">{t('depot.materialPage.below')}</Tag>;
  if (row.maxQty !== null && row.onHand > row.maxQty) return <Tag color="warning">{t('depot.materialPage.above')}</Tag>;
  return null;
}
