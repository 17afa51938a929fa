import { DownloadOutlined, MoreOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Field } from '#kit/contract/field.ts';
import { permissionFor } from '#kit/contract/resource.ts';
import { download } from '#kit/web/api/download.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { jobsKey } from '#kit/web/jobs/job-port.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';

const ClearDialog = lazy(() => import('#kit/web/ui/clear-dialog.tsx'));

interface Props {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
}

/** The chosen rows, or what the filter shows, with the columns in sight and in their order; unmasked for whoever may and says why. */
export function ExportButton({ list, prefs }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { resource, selected, filters, sort } = list;
  const isOffered = useCan(permissionFor(resource, 'export')) && resource.operations.includes('export');
  const columns = prefs.columns.filter((one) => one.isShown).map((one) => one.name);
  const mayClear = useCan('sys:sensitive:export') && columns.some((name) => (resource.fields[name] as Field)?.pii);
  const [isAsking, setAsking] = useState(false);
  const work = useMutation({
    mutationFn: (reason: string | null) => {
      const rows =
        selected.length > 0
          ? { idArr: selected.map((row) => row.id) }
          : { filter: { ...filters, ...(sort && { sort }) } };
      return download(callOf(resource, 'export'), {
        body: { ...rows, columns, ...(reason !== null && { clear: { reason } }) },
      });
    },
    onSuccess: (later) => {
      setAsking(false);
      if (!later) return;
      notify('info', later.msg);
      void client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  if (!isOffered) return null;
  const isEmpty = list.total === 0 && selected.length === 0;
  const button = (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={work.isPending}
      disabled={isEmpty}
      onClick={() => work.mutate(null)}
    >
      {selected.length > 0 ? t('sheet.exportSelected', { n: selected.length }) : t('sheet.export')}
    </Button>
  );
  if (!mayClear) return button;
  return (
    <Space.Compact>
      {button}
      <Dropdown
        disabled={isEmpty}
        trigger={['click']}
        menu={{ items: [{ key: 'clear', label: t('sheet.exportClear'), onClick: () => setAsking(true) }] }}
      >
        <Button icon={<MoreOutlined />} aria-label={t('sheet.exportClear')} />
      </Dropdown>
      {isAsking && (
        <Suspense fallback={null}>
          <ClearDialog
            isBusy={work.isPending}
            onAsk={(reason) => work.mutate(reason)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Space.Compact>
  );
}
