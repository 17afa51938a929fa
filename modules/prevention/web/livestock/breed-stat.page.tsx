import { Card, Flex, Segmented, Space, Table, type TableColumnsType, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { paper } from '#kit/web/ui/palette.ts';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { StockRow } from '#modules/prevention/contract/livestock/stock.ts';
import { speciesColour, useLabel } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';
import { SaveTable } from './save-table.tsx';
import { figure, share, speciesOrder, useStock } from './use-stock.ts';

interface Breed {
  readonly species: string;
  readonly breed: string;
  readonly n: number;
  readonly of: ReadonlyMap<number, number>;
}

/** 品种统计: breeds by the parts of a region, with their share. */
export default function BreedStatPage() {
  const text = useTexts('prevention.stock');
  const url = useUrlState();
  const { board, error, isFetching, retry, open } = useStock('breed');
  const speciesName = useLabel('species');
  const names = {
    cattle: useDict('breed_cattle').options,
    sheep: useDict('breed_sheep').options,
    goat: useDict('breed_goat').options,
  };
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!board) return <Waiting />;
  const wanted = url.get('species');
  const breedName = ({ species, breed }: Breed) =>
    names[species as 'cattle']?.find((one) => one.dictValue === breed)?.dictLabel ?? breed;
  const parts = board.rows.filter((row): row is StockRow & { regionCode: number } => row.regionCode !== null);
  const breeds = board.total.cells
    .filter((one) => !wanted || one.species === wanted)
    .map(
      ({ species, key, tagged }): Breed => ({
        species,
        breed: key,
        n: tagged,
        of: new Map(
          parts.map((row) => [
            row.regionCode,
            row.cells.find((one) => one.species === species && one.key === key)?.tagged ?? 0,
          ]),
        ),
      }),
    )
    .sort((a, b) => b.n - a.n);
  const heads = (species: string) =>
    board.total.cells.filter((one) => one.species === species).reduce((sum, one) => sum + one.tagged, 0);
  const link = (one: Breed, n: number, code: number | null) =>
    n === 0 ? (
      <Typography.Text type="secondary">0</Typography.Text>
    ) : (
      <Opens
        to={`/ant/animalProtection/management?status=inStock&species=${one.species}&breed=${one.breed}${code ? `&regionCode=${code}` : ''}`}
      >
        {figure(n)}
      </Opens>
    );
  const columns: TableColumnsType<Breed> = [
    { key: 'species', title: text('species'), width: 90, fixed: 'start', render: (_, one) => speciesName(one.species) },
    { key: 'breed', title: text('breed'), width: 150, fixed: 'start', render: (_, one) => breedName(one) },
    {
      key: 'sum',
      title: text('sum'),
      width: 100,
      align: 'end',
      render: (_, one) => link(one, one.n, board.regionCode),
    },
    {
      key: 'share',
      title: text('share'),
      width: 100,
      align: 'end',
      render: (_, one) => share(one.n, heads(one.species)),
    },
    ...parts.map((row) => ({
      key: String(row.regionCode),
      title: row.hasBelow ? (
        <Typography.Link onClick={() => open(row.regionCode)} data-record>
          {row.name}
        </Typography.Link>
      ) : (
        <span data-record>{row.name}</span>
      ),
      width: 120,
      align: 'end' as const,
      render: (_: unknown, one: Breed) => link(one, one.of.get(row.regionCode) ?? 0, row.regionCode),
    })),
  ];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" wrap gap={12}>
          <RegionPath path={board.path} onOpen={open} />
          <Space wrap>
            <Segmented
              value={wanted ?? ''}
              onChange={(species) => url.set({ species: species || null })}
              options={[
                { value: '', label: text('all') },
                ...speciesOrder.map((species) => ({ value: species, label: speciesName(species) })),
              ]}
            />
            <SaveTable
              title={text('breedTitle')}
              head={[text('species'), text('breed'), text('sum'), text('share'), ...parts.map((row) => row.name)]}
              rows={breeds.map((one) => [
                speciesName(one.species),
                breedName(one),
                one.n,
                share(one.n, heads(one.species)),
                ...parts.map((row) => one.of.get(row.regionCode) ?? 0),
              ])}
            />
          </Space>
        </Flex>
      </Card>
      {breeds.length > 0 && (
        <Card size="small" title={text('tree')}>
          <Chart
            label={text('tree')}
            height={260}
            option={{
              tooltip: { trigger: 'item' },
              series: [
                {
                  type: 'treemap',
                  roam: false,
                  nodeClick: false,
                  breadcrumb: { show: false },
                  top: 0,
                  bottom: 0,
                  left: 0,
                  right: 0,
                  label: { formatter: '{b}\n{c}' },
                  upperLabel: { show: true, height: 22, color: paper.white },
                  levels: [
                    { itemStyle: { gapWidth: 4 }, upperLabel: { show: false } },
                    { itemStyle: { gapWidth: 2, borderWidth: 2 } },
                  ],
                  data: speciesOrder
                    .filter((species) => breeds.some((one) => one.species === species))
                    .map((species) => ({
                      name: speciesName(species),
                      itemStyle: { color: speciesColour(species) },
                      children: breeds
                        .filter((one) => one.species === species)
                        .map((one, at) => ({
                          name: breedName(one),
                          value: one.n,
                          itemStyle: { color: speciesColour(species), opacity: Math.max(0.5, 1 - at * 0.1) },
                        })),
                    })),
                },
              ],
            }}
          />
        </Card>
      )}
      <Card size="small">
        <Table<Breed>
          aria-label={text('breedTitle')}
          size="small"
          rowKey={(one) => `${one.species} ${one.breed}`}
          loading={isFetching}
          dataSource={breeds}
          columns={columns}
          pagination={false}
          scroll={{ x: 440 + parts.length * 120 }}
          locale={{ emptyText: text('none') }}
        />
      </Card>
    </Flex>
  );
}
