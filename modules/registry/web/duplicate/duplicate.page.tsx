import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Space, Tabs, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type DuplicateCandidate,
  type DuplicateKind,
  duplicateCandidate,
  duplicateKinds,
  duplicateTotals,
} from '#modules/registry/contract/duplicate/duplicate.ts';
import { DictName } from '../animal/names.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';

/** 重复核查: pairs that may be one, by kind; each is compared, merged by two people, or told apart for good. */
export default function DuplicatePage() {
  const { search, openPage } = usePage();
  const url = useUrlState();
  const mayRequest = useCan('pri:duplicate:request');
  const mayApprove = useCan('pri:duplicate:approve');
  const [dismissed, setDismissed] = useState<DuplicateCandidate | null>(null);
  const text = useTexts('registry.duplicatePage');
  const { data: totals = [] } = useQuery({
    queryKey: [...resourceKey(duplicateCandidate), 'totals'],
    queryFn: () => call(duplicateTotals, { quiet: true }),
  });
  const isBare = search.size === 0;
  const hasKind = search.has('kind');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab is always chosen, also after the form was emptied; what is open stands there when the page is entered
  useEffect(() => {
    const usual = isBare && { status: 'open,requested', sort: 'score:desc' };
    if (!hasKind) url.set({ kind: 'principal', ...usual }, { replace: true });
  }, [hasKind]);
  const compare = (row: DuplicateCandidate) =>
    openPage(`/pri/duplicate/merge?kind=${row.kind}&leftId=${row.leftId}&rightId=${row.rightId}`);
  return (
    <>
      <ListPage
        resource={duplicateCandidate}
        above={() => (
          <Tabs
            size="small"
            activeKey={search.get('kind') ?? 'principal'}
            onChange={(kind) => url.set({ kind, pageNum: null })}
            items={duplicateKinds.map((kind) => {
              const own = totals.find((one) => one.kind === kind);
              return {
                key: kind,
                label: (
                  <Space size={6}>
                    {text(kind)}
                    {own && own.open > 0 ? <Tag style={{ margin: 0 }}>{text('open', { n: own.open })}</Tag> : null}
                    {own && own.requested > 0 ? (
                      <Tag color="warning" style={{ margin: 0 }}>
                        {text('waiting', { n: own.requested })}
                      </Tag>
                    ) : null}
                  </Space>
                ),
              };
            })}
          />
        )}
        extra={() => <Button onClick={() => openPage('/pri/duplicate/merge')}>{text('log')}</Button>}
        cells={{
          leftName: (row) => <Side name={row.leftName} facts={row.leftFacts as Facts | null} />,
          rightName: (row) => <Side name={row.rightName} facts={row.rightFacts as Facts | null} />,
          score: (row) => <Score n={row.score} />,
        }}
        actions={(row) => {
          const isWaiting = row.status === 'requested';
          return [
            {
              key: 'compare',
              label: isWaiting && mayApprove ? text('approve') : text('compare'),
              run: () => compare(row),
            },
            ...(row.status === 'open' && mayRequest
              ? [{ key: 'dismiss', label: text('dismiss'), run: () => setDismissed(row) }]
              : []),
          ];
        }}
      />
      {dismissed && (
        <DismissDialog
          kind={dismissed.kind as DuplicateKind}
          left={{ id: dismissed.leftId, name: dismissed.leftName ?? text('gone') }}
          right={{ id: dismissed.rightId, name: dismissed.rightName ?? text('gone') }}
          onClose={() => setDismissed(null)}
        />
      )}
    </>
  );
}

type Facts = Readonly<
  Partial<Record<'region' | 'contact' | 'phone' | 'card' | 'species' | 'sex' | 'birthDate' | 'holder', string>>
>;

function Side({ name, facts }: { readonly name: string | null; readonly facts: Facts | null }) {
  const t = useT();
  if (name === null) return <Typography.Text type="secondary">{t('registry.duplicatePage.gone')}</Typography.Text>;
  return (
    <Flex vertical>
      <span>{name}</span>
      <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'normal' }}>
        {facts?.sex && (
          <>
            <DictName dict="species" value={facts.species ?? null} /> · <DictName dict="animal_sex" value={facts.sex} />{' '}
            · {t('registry.duplicatePage.birth', { date: facts.birthDate ?? '' })} ·{' '}
          </>
        )}
        {[facts?.region, facts?.holder, facts?.contact, facts?.phone].filter(Boolean).join(' · ')}
      </Typography.Text>
    </Flex>
  );
}

function Score({ n }: { readonly n: number }) {
  return <Tag color={n >= 80 ? 'red' : n >= 70 ? 'orange' : 'default'}>{n}</Tag>;
}
