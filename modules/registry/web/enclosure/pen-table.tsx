import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Grid, Table } from 'antd';
import { useState } from 'react';
import { labelKey } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { callOf, type Row, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceRemove } from '#kit/web/resource/use-resource-remove.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { type Action, ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import type { Hovel } from '#modules/registry/contract/enclosure/hovel.ts';
import { type Pen, pen } from '#modules/registry/contract/enclosure/pen.ts';
import { FillBar } from './fill-bar.tsx';
import { MovePen } from './move-pen.tsx';

const most = 500;

/** The pens of one house, asked for when it is opened. */
export function PenTable({ hovel }: { readonly hovel: Hovel }) {
  const t = useT();
  const text = useTexts('registry.enclosurePage');
  const language = useLanguage();
  const isNarrow = Grid.useBreakpoint().md !== true;
  const { openPage } = usePage();
  const remove = useResourceRemove(pen);
  const mayEdit = useCan('pri:enclosure:edit');
  const maySee = useCan('pri:animal:list');
  const mayMove = useCan('pri:animal:change');
  const [form, setForm] = useState<{ id?: number } | null>(null);
  const [moving, setMoving] = useState<Pen | null>(null);
  const query = { hovelId: String(hovel.id), sort: 'penNo:asc', pageNum: '1', pageSize: String(most) };
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...resourceKey(pen), 'list', query, language],
    queryFn: () => call(callOf(pen, 'list'), { query, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const rows = (data ?? []) as unknown as Pen[];
  const actionsOf = (row: Pen): Action[] => [
    ...(maySee && row.currentCount
      ? [{ key: 'animals', label: text('animals'), run: () => openPage(`/pri/animal/info?penId=${row.id}`) }]
      : []),
    ...(mayMove && row.currentCount ? [{ key: 'move', label: text('moveAll'), run: () => setMoving(row) }] : []),
    ...(row._can.includes('edit') ? [{ key: 'edit', label: t('kit.edit'), run: () => setForm({ id: row.id }) }] : []),
    ...(row._can.includes('remove') && !row.currentCount
      ? [{ key: 'remove', label: t('kit.remove'), danger: true, run: () => void remove([row as unknown as Row]) }]
      : []),
  ];
  const label = (name: keyof typeof pen.fields) => t.any(labelKey(pen, name));
  return (
    <Flex vertical gap={8} style={{ maxWidth: 900 }}>
      <Table<Pen>
        rowKey="id"
        size="small"
        aria-label={t.any(labelKey(pen, '_title'))}
        loading={isPending}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: text('noPens') }}
        columns={[
          { key: 'penNo', dataIndex: 'penNo', title: label('penNo'), width: 90 },
          { key: 'purpose', title: label('purpose'), width: 140, render: (_, row) => row.purpose ?? '-' },
          { key: 'capacity', dataIndex: 'capacity', title: label('capacity'), width: 80, align: 'end' },
          { key: 'currentCount', dataIndex: 'currentCount', title: label('currentCount'), width: 100, align: 'end' },
          {
            key: 'fill',
            title: t('registry.hovel.fill'),
            width: 160,
            render: (_, row) => <FillBar count={row.currentCount} capacity={row.capacity} />,
          },
          {
            key: 'status',
            title: label('status'),
            width: 100,
            render: (_, row) => <Cell name="status" field={pen.fields.status} row={row as unknown as Row} />,
          },
          {
            key: '_actions',
            title: t('kit.actions'),
            width: 190,
            render: (_, row) => <ActionButtons actions={actionsOf(row)} isNarrow={isNarrow} />,
          },
        ]}
      />
      {mayEdit && (
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => setForm({})}
        >
          {text('addPen')}
        </Button>
      )}
      {form && (
        <FormDrawer
          resource={pen}
          id={form.id}
          initial={{ hovelId: hovel.id }}
          width={520}
          onClose={() => setForm(null)}
        />
      )}
      {moving && <MovePen from={moving} onClose={() => setMoving(null)} />}
    </Flex>
  );
}
