import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Table, type TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { dateFormat } from './times.ts';

interface Props<T extends object> {
  readonly label: string;
  readonly title: string;
  readonly queryKey: readonly unknown[];
  load(days: { from: string; to: string }): Promise<readonly T[]>;
  keyOf(row: T): string;
  readonly columns: TableColumnsType<T>;
}

/** A button of a list that shows what the month adds up to so far. */
export function MonthTotals<T extends object>(props: Props<T>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{props.label}</Button>
      {isOpen && <TotalsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function TotalsDialog<T extends object>({ onClose, ...props }: Props<T> & { onClose(): void }) {
  const t = useT();
  const days = { from: dayjs().startOf('month').format(dateFormat), to: dayjs().format(dateFormat) };
  const { data, isPending } = useQuery({
    queryKey: [...props.queryKey, 'totals', days.from, days.to],
    queryFn: () => props.load(days),
  });
  return (
    <Modal open width={680} title={`${props.title} ${days.from} – ${days.to}`} footer={null} onCancel={onClose}>
      <Table<T>
        size="small"
        rowKey={props.keyOf}
        loading={isPending}
        pagination={false}
        dataSource={[...(data ?? [])]}
        scroll={{ y: 420 }}
        locale={{ emptyText: t('kit.noTotals') }}
        columns={props.columns}
      />
    </Modal>
  );
}
