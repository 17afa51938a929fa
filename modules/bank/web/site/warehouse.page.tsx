import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { pledgeSite, siteBoard } from '#modules/bank/contract/site/site.ts';
import { SiteMap } from './site-map.tsx';

const SiteFormDialog = panelLater(async () => (await import('./site-form.tsx')).default);
const SiteSignSheet = panelLater(async () => (await import('./site-sign-sheet.tsx')).default);
const detailOf = (id: number) => `/bank/warehouse/detail?id=${id}`;

/** 监管场: where pledged herds stand, on the map and in rows. */
export default function WarehousePage() {
  const text = useTexts('bank.sitePage');
  const { openPage } = usePage();
  const url = useUrlState();
  const mayEdit = useCan('bank:site:edit');
  const mayCount = useCan('bank:count:edit');
  const mayVideo = useCan('bank:video:list');
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const [signed, setSigned] = useState<number | null>(null);
  const [isMap, setMap] = useState(true);
  const regionCode = url.get('regionCode');
  const hasGap = url.get('hasGap');
  const { data } = useQuery({
    queryKey: ['bank', 'siteBoard', 'all', regionCode, hasGap],
    queryFn: () =>
      call(siteBoard, {
        query: { ...(regionCode && { regionCode }), ...(hasGap && { hasGap }), days: '1' } as never,
        quiet: true,
      }),
  });
  const totals = data?.totals;
  return (
    <>
      <ResourcePage
        resource={pledgeSite}
        isOwn={false}
        onOpen={(row) => openPage(detailOf(row.id))}
        above={() => (
          <Flex vertical gap={8}>
            {totals && (
              <FigureStrip
                figures={[
                  { key: 'sites', label: text('sites'), value: totals.sites },
                  {
                    key: 'book',
                    label: text('book'),
                    value: totals.book,
                    onClick: () => openPage('/bank/animals?state=pledged,releasing,missing'),
                  },
                  {
                    key: 'seen',
                    label: text('seen'),
                    value: totals.seenPct === null ? totals.seen : `${totals.seen} · ${totals.seenPct} %`,
                  },
                  { key: 'camera', label: text('camera'), value: totals.camera ?? '-' },
                  {
                    key: 'gap',
                    label: text('gap'),
                    value: totals.gap,
                    isBad: totals.gap > 0,
                    onClick: () => openPage('/bank/animals?state=missing'),
                  },
                ]}
              />
            )}
            {isMap && data && data.sites.length > 0 && (
              <SiteMap sites={data.sites} height={300} onPick={(id) => openPage(detailOf(id))} />
            )}
          </Flex>
        )}
        extra={() => (
          <>
            {mayEdit && (
              <Button type="primary" onClick={() => setEditing({ id: null })}>
                {text('add')}
              </Button>
            )}
            <Button onClick={() => setMap((before) => !before)}>{text(isMap ? 'hideMap' : 'showMap')}</Button>
          </>
        )}
        cells={{
          name: (row) => <PageLink to={detailOf(row.id)}>{row.name}</PageLink>,
          lastCountOn: (row) =>
            row.lastCountOn ? (
              <PageLink to={`/bank/stocktake?siteId=${row.id}&status=settled`}>{row.lastCountOn}</PageLink>
            ) : (
              '-'
            ),
        }}
        actions={(row) => [
          ...(mayEdit && row.status !== 'closed'
            ? [{ key: 'change', label: text('change'), run: () => setEditing({ id: row.id }) }]
            : []),
          ...(mayCount && row.status !== 'closed' && row.book > 0
            ? [
                {
                  key: 'count',
                  label: text('count'),
                  run: () => openPage(`/bank/stocktake/count?siteId=${row.id}`),
                },
              ]
            : []),
          ...(mayVideo
            ? [{ key: 'video', label: text('video'), run: () => openPage(`/bank/video?siteId=${row.id}`) }]
            : []),
          { key: 'sign', label: text('sign'), run: () => setSigned(row.id) },
        ]}
      />
      {editing && <SiteFormDialog id={editing.id} onClose={() => setEditing(null)} />}
      {signed !== null && <SiteSignSheet siteId={signed} onDone={() => setSigned(null)} />}
    </>
  );
}
