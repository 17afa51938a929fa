import { useQuery } from '@tanstack/react-query';
import { Button, List, Popover } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { dictUses, type SysDictType, sysDictType } from '#modules/platform/contract/reference/sys-dict-type.ts';

export default resourcePage(sysDictType, {
  cells: {
    dictName: (row) => <DictName row={row} />,
    rowCount: (row) => (
      <PageLink to={`/system/dictData?dictCode=${encodeURIComponent(row.dictCode)}`}>{row.rowCount}</PageLink>
    ),
    ownerModule: (row) => <Uses row={row} />,
  },
});

function DictName({ row }: { readonly row: SysDictType }) {
  const names = { zh_CN: row.dictName, zh_TW: row.dictNameTw, en: row.dictNameEn };
  return <span>{names[useLanguage()] || row.dictName}</span>;
}

/** How many fields take their values from it; which ones, for whoever asks. */
function Uses({ row }: { readonly row: SysDictType }) {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['platform.sysDictType', 'uses', language],
    queryFn: () => call(dictUses, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const uses = data?.find((one) => one.dictCode === row.dictCode)?.uses ?? [];
  if (uses.length === 0) return <span>{data ? t('platform.sysDictType.usedNowhere') : '-'}</span>;
  return (
    <Popover
      trigger="click"
      title={t('platform.sysDictType.usesTitle', { name: row.dictCode })}
      content={
        <List
          size="small"
          dataSource={uses}
          renderItem={(one) => (
            <List.Item key={`${one.noun} ${one.field}`}>
              <PageLink to={one.screen}>{`${one.noun} · ${one.field}`}</PageLink>
            </List.Item>
          )}
        />
      }
    >
      <Button type="link" size="small" style={{ padding: 0 }}>
        {t('platform.sysDictType.usesN', { n: uses.length })}
      </Button>
    </Popover>
  );
}
