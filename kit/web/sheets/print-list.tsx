import { PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { maxPageSize } from '#kit/contract/envelope.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf, type Row } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';

const ListPaper = lazy(() => import('./list-paper.tsx'));

interface Props {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
  readonly cells?: Cells | undefined;
}

/** Prints the chosen rows, or what the filter shows as far as one call answers it. */
export function PrintList({ list, prefs, cells }: Props) {
  const t = useT();
  const { resource, filters, sort, selected } = list;
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const fetchRows = async (): Promise<readonly Row[]> => {
    if (selected.length > 0) return selected;
    if (list.rows.length === list.total) return list.rows;
    const query = { ...filters, ...(sort && { sort }), pageNum: '1', pageSize: String(maxPageSize) };
    return (await callEnvelope(callOf(resource, 'list'), { query })).data;
  };
  const work = useMutation({ mutationFn: fetchRows, onSuccess: setRows });
  return (
    <>
      <Button
        type="text"
        className="ml-wide-only"
        icon={<PrinterOutlined />}
        title={t('print.print')}
        aria-label={t('print.print')}
        disabled={list.total === 0}
        loading={work.isPending}
        onClick={() => work.mutate()}
      />
      {rows && (
        <Suspense fallback={null}>
          <ListPaper list={list} prefs={prefs} cells={cells} rows={rows} onDone={() => setRows(null)} />
        </Suspense>
      )}
    </>
  );
}
