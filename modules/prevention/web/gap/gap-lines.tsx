import { Flex, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { GapLine } from '#modules/prevention/contract/gap/gap-order.ts';
import { useDiseaseName } from '../common/use-diseases.ts';
import { useLabel } from '../common/use-label.ts';
import { SaveTable } from '../livestock/save-table.tsx';

interface Props {
  readonly title: string;
  readonly kind: string;
  readonly lines: readonly GapLine[];
  /** Heads that are due but too young; they are not on the list. */
  readonly young: number;
  /** Where the work at a household of the list is recorded. */
  readonly visitPath?: string | undefined;
}

/** The list that goes with an order; on paper and as a file, too. */
export function GapLines({ title, kind, lines, young, visitPath }: Props) {
  const text = useTexts('prevention.gapPage');
  const nameOf = useDiseaseName();
  const attempt = useLabel('visit_result');
  const mayRecord = useCan('ant:visit:add');
  const isAnimals = kind === 'household' || kind === 'animal';
  const triedOf = (one: GapLine) => {
    if (one.attempt) return attempt(one.attempt);
    return one.visitedOn ? '' : text('notVisited');
  };
  const columns = isAnimals
    ? [
        { key: 'name', title: text('earTag'), of: (one: GapLine) => one.name },
        { key: 'diseases', title: text('diseases'), of: (one: GapLine) => one.diseases.map(nameOf).join('、') },
      ]
    : [
        { key: 'name', title: text('household'), of: (one: GapLine) => one.name },
        { key: 'n', title: text('left'), of: (one: GapLine) => one.n },
        // Orders of before the column do not say it.
        ...(lines.some((one) => one.young > 0)
          ? [{ key: 'young', title: text('youngHeads'), of: (one: GapLine) => one.young || '' }]
          : []),
        { key: 'attempt', title: text('lastTry'), of: triedOf },
        { key: 'on', title: text('lastVisit'), of: (one: GapLine) => one.visitedOn ?? '' },
        { key: 'place', title: text('village'), of: (one: GapLine) => one.place ?? '' },
      ];
  const tooYoung = young > 0 && <Typography.Text type="secondary">{text('tooYoung', { n: young })}</Typography.Text>;
  if (lines.length === 0) return tooYoung || null;
  const shown = (key: string, one: GapLine, words: ReactNode) =>
    key === 'name' && !isAnimals && visitPath && mayRecord ? (
      <PageLink to={`${visitPath}principalId=${one.id}`}>{words}</PageLink>
    ) : (
      words
    );
  return (
    // The wide table scrolls in itself instead of widening what it stands in.
    <Flex vertical gap={8} style={{ contain: 'inline-size' }}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Typography.Text type="secondary">
          {text(isAnimals ? 'nAnimals' : 'nHouseholds', { n: lines.length })}
        </Typography.Text>
        {tooYoung}
        <SaveTable
          title={title}
          head={columns.map((one) => one.title)}
          rows={lines.map((one) => columns.map(({ of }) => of(one)))}
        />
      </Flex>
      <Table<GapLine>
        aria-label={text('list')}
        size="small"
        rowKey="id"
        dataSource={[...lines]}
        pagination={false}
        scroll={{ x: 'max-content', y: 240 }}
        columns={columns.map(({ key, title: words, of }) => ({
          key,
          title: words,
          ...((key === 'n' || key === 'young') && { align: 'end' as const }),
          render: (_, one) => shown(key, one, of(one)),
        }))}
      />
    </Flex>
  );
}
