import { Button, Flex, Space, Tag } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { type DuplicateKind, duplicateKinds, mergeLog } from '#modules/registry/contract/duplicate/duplicate.ts';
import { MergeForm, type Pair } from './merge-form.tsx';

/** With a pair in the address the form of its merge; without one the merges there were and those that wait. */
export default function DuplicateMergePage() {
  const t = useT();
  const { search, openPage } = usePage();
  const pair = pairOf(search);
  const text = useTexts('registry.duplicatePage');
  if (pair)
    return (
      <Flex vertical gap={12}>
        <Space>
          <Button
            size="small"
            onClick={() => openPage(`/pri/duplicate?kind=${pair.kind}&status=open,requested&sort=score:desc`)}
          >
            {text('back')}
          </Button>
          <Button size="small" onClick={() => openPage('/pri/duplicate/merge')}>
            {text('log')}
          </Button>
        </Space>
        <MergeForm key={`${pair.kind} ${pair.leftId} ${pair.rightId}`} pair={pair} />
      </Flex>
    );
  return (
    <ListPage
      resource={mergeLog}
      cells={{
        movedCounts: (row) => <Counts counts={row.movedCounts as Record<string, number> | null} />,
        fieldChoices: (row) => (
          <span>
            {Object.keys((row.fieldChoices as object | null) ?? {})
              .map((name) => t.any(`registry.${row.kind}.${name}`))
              .join(' · ') || '-'}
          </span>
        ),
      }}
      actions={(row) => {
        const [left, right] = [Math.min(row.survivorId, row.loserId), Math.max(row.survivorId, row.loserId)];
        return [
          {
            key: 'compare',
            label: text('compare'),
            run: () => openPage(`/pri/duplicate/merge?kind=${row.kind}&leftId=${left}&rightId=${right}`),
          },
        ];
      }}
    />
  );
}

function Counts({ counts }: { readonly counts: Readonly<Record<string, number>> | null }) {
  const t = useT();
  const all = Object.entries(counts ?? {}).filter(([, n]) => n > 0);
  if (all.length === 0) return <span>-</span>;
  return (
    <Flex gap={4} wrap>
      {all.map(([name, n]) => (
        <Tag key={name} style={{ margin: 0 }}>
          {t.any(`registry.mergePage.counts.${name}`)} {n}
        </Tag>
      ))}
    </Flex>
  );
}

function pairOf(search: URLSearchParams): Pair | null {
  const kind = search.get('kind') as DuplicateKind | null;
  const [leftId, rightId] = [Number(search.get('leftId')), Number(search.get('rightId'))];
  const isWhole = (n: number) => Number.isSafeInteger(n) && n > 0;
  return kind && duplicateKinds.includes(kind) && isWhole(leftId) && isWhole(rightId)
    ? { kind, leftId, rightId }
    : null;
}
