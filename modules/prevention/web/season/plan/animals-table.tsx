import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Segmented, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { planAnimals } from '#modules/prevention/contract/season/plan.ts';
import { numberText, todayInChina } from '../../common/days.ts';
import { useDiseaseName } from '../../common/use-diseases.ts';
import { useLabel } from '../../common/use-label.ts';
import { RemindDialog } from '../../gap/remind-dialog.tsx';
import { SaveTable } from '../../livestock/save-table.tsx';

/** How an animal stands to a season; what is neither done nor remaining is not due, and each says why. */
export const hows = ['done', 'remaining', 'young', 'protected', 'elsewhere', 'unfit', 'exempt'] as const;
export type How = (typeof hows)[number];
const colors: Readonly<Record<string, string>> = { done: 'green', remaining: 'red', exempt: 'orange' };

export interface AnimalsOf {
  readonly seasonId: number;
  readonly principalId?: number | undefined;
  readonly regionCode?: number | undefined;
  readonly diseaseCode?: string | undefined;
  readonly species?: string | undefined;
}

interface Props {
  readonly of: AnimalsOf;
  readonly first?: How | undefined;
  readonly height?: string | undefined;
  /** Asked whether they are protected today instead of how they stand to the season. */
  readonly isDensity?: boolean | undefined;
}

/** The animals behind a figure, with the reason for each that is left out. */
export function AnimalsTable({ of, first, height = 'calc(100vh - 300px)', isDensity = false }: Props) {
  const text = useTexts('prevention.planPage');
  const [how, setHow] = useState<How | ''>(first ?? '');
  const mayRemind = useCan('ant:gap:add');
  const gapText = useTexts('prevention.gapPage');
  const [reminded, setReminded] = useState<number | null>(null);
  const [guarded, setGuarded] = useState<'' | 'yes' | 'no'>('');
  const today = todayInChina();
  const nameOf = useDiseaseName();
  const species = useLabel('species');
  const exempt = useLabel('immune_exempt');
  const query = { ...clean(of), ...(how && { how }), limit: 2000 };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.planAnimals', query],
    queryFn: () => call(planAnimals, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const all = Object.values(data.counts).reduce((sum, n) => sum + n, 0);
  type Line = (typeof data.rows)[number];
  const isGuarded = (row: Line) => row.validUntil !== null && row.validUntil >= today;
  const rows = guarded === '' ? data.rows : data.rows.filter((row) => isGuarded(row) === (guarded === 'yes'));
  const why = (row: Line) =>
    row.how === 'exempt' && row.exemptReason
      ? text('whyExempt', { reason: exempt(row.exemptReason), on: row.exemptUntil ?? '' })
      : row.how === 'protected' && row.validUntil
        ? text('whyProtected', { on: row.validUntil })
        : row.how === 'elsewhere' && row.lastOn
          ? text('whyElsewhere', { on: row.lastOn })
          : text.any(`why.${row.how}`);
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <div style={{ overflowX: 'auto', maxWidth: '100%' }}>
          {isDensity ? (
            <Segmented<'' | 'yes' | 'no'>
              value={guarded}
              onChange={setGuarded}
              options={[
                { value: '', label: `${text('all')} ${numberText(data.rows.length)}` },
                {
                  value: 'yes',
                  label: `${text('protectedToday')} ${numberText(data.rows.filter(isGuarded).length)}`,
                },
                {
                  value: 'no',
                  label: `${text('notProtected')} ${numberText(data.rows.filter((row) => !isGuarded(row)).length)}`,
                },
              ]}
            />
          ) : (
            <Segmented<How | ''>
              value={how}
              onChange={setHow}
              options={[
                { value: '', label: `${text('all')} ${numberText(all)}` },
                ...hows
                  .filter((one) => (data.counts[one] ?? 0) > 0 || one === how)
                  .map((one) => ({ value: one, label: `${text(`how.${one}`)} ${numberText(data.counts[one] ?? 0)}` })),
              ]}
            />
          )}
        </div>
        <SaveTable
          title={text('animals')}
          head={['earTag', 'holder', 'species', 'birthDate', 'disease', 'stands', 'lastOn', 'validUntil', 'reason'].map(
            (one) => text.any(one),
          )}
          rows={rows.map((row) => [
            row.earTag,
            row.holderName,
            species(row.species),
            row.birthDate,
            nameOf(row.diseaseCode),
            text.any(`how.${row.how}`),
            row.lastOn ?? '',
            row.validUntil ?? '',
            why(row),
          ])}
        />
      </Flex>
      {data.untagged.stock + data.untagged.done + data.untagged.remaining > 0 && (
        <Typography.Text type="secondary">{text('untagged', data.untagged)}</Typography.Text>
      )}
      <Table<Line>
        aria-label={text('animals')}
        size="small"
        rowKey={(row) => `${row.animalId} ${row.diseaseCode}`}
        loading={isFetching}
        dataSource={rows}
        virtual={rows.length > 100}
        pagination={false}
        scroll={{ x: 1090, y: rows.length > 100 ? Math.max(320, window.innerHeight - 340) : height }}
        locale={{ emptyText: text('noAnimals') }}
        columns={[
          { key: 'tag', title: text('earTag'), width: 150, render: (_, row) => row.earTag },
          ...(of.principalId
            ? []
            : [
                {
                  key: 'holder',
                  title: text('holder'),
                  width: 140,
                  ellipsis: true,
                  render: (_: unknown, row: Line) => row.holderName,
                },
              ]),
          { key: 'species', title: text('species'), width: 80, render: (_, row) => species(row.species) },
          { key: 'birth', title: text('birthDate'), width: 110, render: (_, row) => row.birthDate },
          {
            key: 'disease',
            title: text('disease'),
            width: 150,
            ellipsis: true,
            render: (_, row) => nameOf(row.diseaseCode),
          },
          {
            key: 'how',
            title: text('stands'),
            width: 120,
            render: (_, row) => <Tag color={colors[row.how] ?? 'default'}>{text.any(`how.${row.how}`)}</Tag>,
          },
          { key: 'lastOn', title: text('lastOn'), width: 110, render: (_, row) => row.lastOn ?? '-' },
          { key: 'validUntil', title: text('validUntil'), width: 110, render: (_, row) => row.validUntil ?? '-' },
          { key: 'why', title: text('reason'), width: 260, render: (_, row) => why(row) },
          ...(mayRemind
            ? [
                {
                  key: 'remind',
                  title: '',
                  width: 80,
                  render: (_: unknown, row: Line) =>
                    row.how === 'remaining' && (
                      <Button size="small" type="link" onClick={() => setReminded(row.animalId)}>
                        {gapText('remind')}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {reminded !== null && (
        <RemindDialog
          subject={{ source: 'season', seasonId: of.seasonId, subjectKind: 'animal', subjectId: reminded }}
          onClose={() => setReminded(null)}
        />
      )}
      {data.more && <Typography.Text type="warning">{text('more', { n: data.rows.length })}</Typography.Text>}
    </Flex>
  );
}

const clean = (of: AnimalsOf) => ({
  seasonId: of.seasonId,
  ...(of.principalId !== undefined && { principalId: of.principalId }),
  ...(of.regionCode !== undefined && { regionCode: of.regionCode }),
  ...(of.diseaseCode && { diseaseCode: of.diseaseCode }),
  ...(of.species && { species: of.species }),
});
