import { PlusOutlined, SwapOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Space, Tag, Tooltip, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type TagWear, tagWear, tagWearTotals } from '#modules/prevention/contract/workforce/tag-wear.ts';
import { MaybeLink } from './maybe-link.tsx';

const paperOf = (row: TagWear) =>
  row.kind === 'replace'
    ? `/pri/animal/tagReplace?newTag=${row.tags.split('→').at(-1)?.trim() ?? ''}`
    : `/pri/animal/entry?docNo=${row.docNo}`;

/** 挂标记录: every tag that was worn on, by whatever paper of the registry. */
export default function TagWearPage() {
  const { openPage } = usePage();
  const text = useTexts('prevention.tagWearPage');
  const mayAdd = useCan('pri:animal:add');
  const mayReplace = useCan('pri:animal:tagReplace');
  const mayOpen = useCan('pri:animal:list');
  return (
    <ResourcePage
      resource={tagWear}
      isOwn={false}
      cells={{
        docNo: (row) => (mayOpen ? <PageLink to={paperOf(row)}>{row.docNo}</PageLink> : <span>{row.docNo}</span>),
        heads: (row) =>
          mayOpen && row.kind !== 'replace' ? (
            <PageLink to={`/pri/animal/info?entryId=${row.sourceId}`}>{row.heads}</PageLink>
          ) : (
            <span>{row.heads}</span>
          ),
        tags: (row) => (
          <span title={row.tags} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {row.tags.replace(/(\d{15})-\d{9}(\d{6})/g, '$1–$2').replaceAll(',', '  ')}
          </span>
        ),
        workerName: (row) =>
          row.staffId && row.workerName ? (
            <MaybeLink to={`/ant/person/preventionWork?staffId=${row.staffId}&from=${row.wornOn}&to=${row.wornOn}`}>
              {row.workerName}
            </MaybeLink>
          ) : (
            <span>-</span>
          ),
        late: (row) =>
          row.late ? (
            <Tooltip title={text('lateHint')}>
              <Tag color="orange">{text('late')}</Tag>
            </Tooltip>
          ) : (
            <span>-</span>
          ),
      }}
      actions={(row) =>
        mayOpen
          ? [
              { key: 'open', label: text('open'), run: () => openPage(paperOf(row)) },
              ...(row.kind === 'replace'
                ? []
                : [
                    {
                      key: 'animals',
                      label: text('animals'),
                      run: () => openPage(`/pri/animal/info?entryId=${row.sourceId}`),
                    },
                  ]),
            ]
          : []
      }
      extra={(list) => (
        <Space wrap>
          {mayAdd && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => openPage('/pri/animal/add')}>
              {text('register')}
            </Button>
          )}
          {mayAdd && (
            <Button icon={<UnorderedListOutlined aria-hidden />} onClick={() => openPage('/pri/animal/batchAdd')}>
              {text('batch')}
            </Button>
          )}
          {mayReplace && (
            <Button icon={<SwapOutlined aria-hidden />} onClick={() => openPage('/pri/animal/tagReplace')}>
              {text('replace')}
            </Button>
          )}
          <Totals list={list} />
        </Space>
      )}
    />
  );
}

/** Heads by kind, for the same place, worker and time. */
function Totals({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { options } = useDict('tag_wear_kind');
  const names = ['regionCode', 'staffId', 'wornOnFrom', 'wornOnTo'] as const;
  const query = Object.fromEntries(names.flatMap((name) => (list.filters[name] ? [[name, list.filters[name]]] : [])));
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(tagWear), 'totals', query],
    queryFn: () => call(tagWearTotals, { query: query as never, quiet: true }),
  });
  const kinds = [...Map.groupBy(data, (one) => one.kind)].map(([kind, rows]) => ({
    kind,
    n: rows.reduce((sum, one) => sum + one.heads, 0),
  }));
  const all = kinds.reduce((sum, one) => sum + one.n, 0);
  return (
    <Space size={12} wrap>
      <Typography.Text type="secondary">
        {t('prevention.tagWearPage.total', { n: all.toLocaleString('en') })}
      </Typography.Text>
      {kinds.map(({ kind, n }) => (
        <Tag.CheckableTag
          key={kind}
          checked={list.filters.kind === kind}
          onChange={(isOn) => list.search({ ...list.filters, kind: isOn ? kind : '' })}
        >
          {`${options.find((one) => one.dictValue === kind)?.dictLabel ?? kind} ${n.toLocaleString('en')}`}
        </Tag.CheckableTag>
      ))}
    </Space>
  );
}
