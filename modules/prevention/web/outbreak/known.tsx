import { Card, Table } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { InvestigationSection } from '#modules/prevention/contract/outbreak/investigation-forms.ts';
import type { prepareInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { useDiseaseName, useLabel } from './names.tsx';

interface Props {
  readonly section: InvestigationSection;
  readonly known: DataOf<typeof prepareInfo> | undefined;
}

const plain = { size: 'small', pagination: false } as const;

/** What the book says of the holding, beside the questions it answers. */
export function Known({ section, known }: Props) {
  const speciesOf = useLabel('species');
  const stageOf = useLabel('stage');
  const diseaseName = useDiseaseName();
  const text = useTexts('prevention.infoPage');
  if (!known) return null;
  const card = (title: string, table: React.ReactNode) => (
    <Card size="small" title={text.any(title)} style={{ marginBlockEnd: 12 }} styles={{ body: { padding: 0 } }}>
      {table}
    </Card>
  );
  if (section === 'stock')
    return card(
      'bookStock',
      <Table
        {...plain}
        rowKey={(one) => `${one.species} ${one.stage}`}
        dataSource={known.stock}
        columns={[
          { key: 'species', title: text('species'), render: (_, one) => speciesOf(one.species) },
          { key: 'stage', title: text('stage'), render: (_, one) => stageOf(one.stage) },
          { key: 'tagged', title: text('tagged'), dataIndex: 'tagged', align: 'end' },
          { key: 'untagged', title: text('untagged'), dataIndex: 'untagged', align: 'end' },
        ]}
      />,
    );
  if (section === 'immunity')
    return (
      <>
        {card(
          'bookImmunity',
          <Table
            {...plain}
            rowKey="diseaseCode"
            dataSource={known.immunity}
            columns={[
              { key: 'disease', title: text('disease'), render: (_, one) => diseaseName(one.diseaseCode) },
              { key: 'heads', title: text('heads'), dataIndex: 'heads', align: 'end' },
              { key: 'protected', title: text('protected'), dataIndex: 'protected', align: 'end' },
              { key: 'lastOn', title: text('lastOn'), render: (_, one) => one.lastOn ?? '-' },
            ]}
          />,
        )}
        {known.lots.length > 0 &&
          card(
            'bookLots',
            <Table
              {...plain}
              rowKey={(one) => `${one.on} ${one.lotNo} ${one.vaccine}`}
              dataSource={known.lots}
              columns={[
                { key: 'on', title: text('on'), dataIndex: 'on' },
                { key: 'vaccine', title: text('vaccine'), dataIndex: 'vaccine' },
                { key: 'lotNo', title: text('lotNo'), dataIndex: 'lotNo' },
                { key: 'heads', title: text('heads'), dataIndex: 'heads', align: 'end' },
              ]}
            />,
          )}
      </>
    );
  if (section === 'neighbours' && known.neighbours.length > 0)
    return card(
      'bookNeighbours',
      <Table
        {...plain}
        rowKey="id"
        dataSource={known.neighbours}
        columns={[
          { key: 'name', title: text('holder'), dataIndex: 'name' },
          { key: 'km', title: text('km'), render: (_, one) => one.km.toFixed(2), align: 'end' },
          { key: 'stock', title: text('heads'), dataIndex: 'stock', align: 'end' },
        ]}
      />,
    );
  return null;
}
