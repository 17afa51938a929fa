import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { permissionFor } from '#kit/contract/resource.ts';
import { download } from '#kit/web/api/download.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { jobsKey } from '#kit/web/jobs/job-desk.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';

interface Props {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
}

/** The chosen rows, or what the filter shows, with the columns in sight and in their order. */
export function ExportButton({ list, prefs }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { resource, selected, filters, sort } = list;
  const isOffered = useCan(permissionFor(resource, 'export')) && resource.operations.includes('export');
  const work = useMutation({
    mutationFn: () => {
      const columns = prefs.columns.filter((one) => one.isShown).map((one) => one.name);
      const rows =
        selected.length > 0
          ? { idArr: selected.map((row) => row.id) }
          : { filter: { ...filters, ...(sort && { sort }) } };
      return download(callOf(resource, 'export'), { body: { ...rows, columns } });
    },
    onSuccess: (later) => {
      if (!later) return;
      notify('info', later.msg);
      void client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  if (!isOffered) return null;
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={work.isPending}
      disabled={list.total === 0 && selected.length === 0}
      onClick={() => work.mutate()}
    >
      {selected.length > 0 ? t('sheet.exportSelected', { n: selected.length }) : t('sheet.export')}
    </Button>
  );
}
