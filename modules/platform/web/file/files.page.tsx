import { FileOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Flex, Image, Tooltip } from 'antd';
import { call, newKey } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { fileLink } from '#modules/platform/contract/file/files.ts';
import { fileTotals, removeUnlinkedFiles, type SysFile, sysFile } from '#modules/platform/contract/file/sys-file.ts';
import { bytesText } from '../common/bytes.ts';
import { FileTotals } from './file-totals.tsx';
import { type Thumb, useThumbs } from './use-thumbs.ts';

/** Every file of the tenant: how much there is, what it hangs on, and what may go. */
export default function FilesPage() {
  const t = useT();
  const language = useLanguage();
  const { modal } = App.useApp();
  const { openPage } = usePage();
  const client = useQueryClient();
  const mayRemove = useCan('sys:file:remove');
  // The same rows the list shows, asked for once.
  const list = useResourceList(sysFile);
  const rows = list.rows as unknown as readonly SysFile[];
  const thumbs = useThumbs(rows.filter((row) => row.hasThumb).map((row) => row.id));
  const totals = useQuery({
    queryKey: [...resourceKey(sysFile), 'totals', language],
    queryFn: () => call(fileTotals, { quiet: true }),
  });
  const kinds = new Map((totals.data?.kinds ?? []).map((one) => [one.bizType, one]));
  const recordOf = ({ bizType, bizId }: SysFile) => {
    const screen = kinds.get(bizType)?.screen;
    return screen && bizId !== null ? `${screen}?open=detail:${bizId}` : null;
  };
  const fetchFile = async (row: SysFile) => {
    const { url } = await call(fileLink, { params: { fileId: row.id } });
    window.open(url, '_blank', 'noopener');
  };
  const remove = async (ids: number[]) => {
    if (!(await modal.confirm({ title: t('platform.sysFile.removeAsk', { n: ids.length }) }))) return;
    await call(removeUnlinkedFiles, { body: { idArr: ids }, idempotencyKey: newKey() });
    await client.invalidateQueries({ queryKey: resourceKey(sysFile) });
  };
  const actionsOf = (row: SysFile): Action[] => {
    const to = recordOf(row);
    return [
      { key: 'download', label: t('platform.sysFile.download'), run: () => void fetchFile(row).catch(() => {}) },
      ...(to ? [{ key: 'record', label: t('platform.sysFile.openRecord'), run: () => openPage(to) }] : []),
      ...(mayRemove && row.status === 'temp'
        ? [
            {
              key: 'remove',
              label: t('platform.sysFile.remove'),
              danger: true,
              run: () => void remove([row.id]).catch(() => {}),
            },
          ]
        : []),
    ];
  };
  const cells: Cells<typeof sysFile> = {
    fileName: (row) => <Named row={row} thumb={thumbs.get(row.id)} />,
    size: (row) => <span>{bytesText(row.size)}</span>,
    bizType: (row) => {
      const name = kinds.get(row.bizType)?.name ?? row.bizType;
      const to = recordOf(row);
      return to ? <PageLink to={to}>{`${name} #${row.bizId}`}</PageLink> : <span>{name}</span>;
    },
  };
  return (
    <ListPage
      resource={sysFile}
      cells={cells}
      ownFilters={['bizType']}
      actionsOf={actionsOf}
      above={({ filters, search }) =>
        totals.data && (
          <div style={{ marginBlockEnd: 12 }}>
            <FileTotals
              totals={totals.data}
              chosen={filters.bizType ?? null}
              onChoose={(bizType) => search({ ...filters, bizType: bizType ?? '' })}
            />
          </div>
        )
      }
      batch={({ selected, select }) => {
        const unlinked = selected.filter((row) => row.status === 'temp').map((row) => row.id);
        return (
          mayRemove &&
          unlinked.length > 0 && (
            <Button
              danger
              onClick={() =>
                void remove(unlinked).then(
                  () => select([]),
                  () => {},
                )
              }
            >
              {t('kit.someOf', { label: t('platform.sysFile.remove'), n: unlinked.length })}
            </Button>
          )
        );
      }}
    />
  );
}

const box = { width: 40, height: 32, borderRadius: 4, objectFit: 'cover' } as const;

function Named({ row, thumb }: { readonly row: SysFile; readonly thumb: Thumb | undefined }) {
  const t = useT();
  return (
    <Flex gap={8} align="center" style={{ minWidth: 0 }}>
      {thumb ? (
        <Image src={thumb.thumbUrl} alt="" width={40} height={32} style={box} preview={{ src: thumb.url }} />
      ) : (
        <Tooltip title={row.hasThumb ? t('platform.sysFile.notReadable') : undefined}>
          <Flex justify="center" align="center" style={box}>
            <FileOutlined />
          </Flex>
        </Tooltip>
      )}
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={row.fileName}>
        {row.fileName}
      </span>
    </Flex>
  );
}
