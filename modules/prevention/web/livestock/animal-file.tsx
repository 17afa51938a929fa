import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Space, Table, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type AnimalImmunity, immunityCard } from '#modules/prevention/contract/livestock/immunity.ts';
import { type Animal, animal } from '#modules/registry/contract/animal/animal.ts';
import { AnimalHead, AnimalTabs, DictName, useLabel } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';
import { ImmunityCards } from './immunity-cards.tsx';
import { useCertificates } from './use-certificates.tsx';

/** The registry's animal with its immunity first, then samples, reactions and the rest of its life. */
export function AnimalFile({ id }: { readonly id: number }) {
  const language = useLanguage();
  const { row, error, refresh } = useResourceDetail(animal, id);
  const earTag = row ? String(row.earTag) : '';
  const immunity = useQuery({
    queryKey: ['prevention.immunity', earTag, language],
    queryFn: () => call(immunityCard, { params: { earTag }, quiet: true }),
    enabled: earTag !== '',
  });
  const text = useTexts('prevention.immunity');
  const failure = error ?? immunity.error;
  if (failure) return <Failed error={failure} onRetry={() => (error ? refresh() : void immunity.refetch())} />;
  if (!row || !immunity.data) return <Waiting />;
  const one = row as unknown as Animal;
  const { samples, reactions } = immunity.data;
  return (
    <Flex vertical gap={12}>
      <AnimalHead row={one} />
      <Card size="small" title={text('title')} extra={<Steps animal={immunity.data} />}>
        <ImmunityCards cards={immunity.data.cards} />
      </Card>
      <Card size="small">
        <AnimalTabs
          row={one}
          without={['immunity']}
          before={[
            { key: 'samples', label: `${text('samples')} ${samples.length}`, children: <Samples rows={samples} /> },
            {
              key: 'reactions',
              label: `${text('reactions')} ${reactions.length}`,
              children: <Reactions rows={reactions} />,
            },
          ]}
          defaultActiveKey={samples.length > 0 ? 'samples' : 'line'}
        />
      </Card>
    </Flex>
  );
}

function Steps({ animal: one }: { readonly animal: AnimalImmunity }) {
  const text = useTexts('prevention.immunity');
  const { openPage } = usePage();
  const may = useMayOpen();
  const certificates = useCertificates();
  const visit = '/ant/preventionMange/immuneVisit';
  const stress = '/ant/preventionMange/stressRelatedDeaths';
  return (
    <Space wrap>
      {one.isHere && may(visit) && (
        <Button
          size="small"
          type="primary"
          onClick={() => openPage(`${visit}?principalId=${one.principalId}&animalId=${one.animalId}`)}
        >
          {text('visit')}
        </Button>
      )}
      {one.isHere && may(stress) && one.cards.some((card) => card.lastOn) && (
        <Button size="small" onClick={() => openPage(`${stress}?earTag=${one.earTag}`)}>
          {text('reaction')}
        </Button>
      )}
      <Button
        size="small"
        icon={<PrinterOutlined aria-hidden />}
        onClick={() => void certificates.print([one.animalId])}
      >
        {text('certificate')}
      </Button>
      {certificates.paper}
    </Space>
  );
}

function Samples({ rows }: { readonly rows: AnimalImmunity['samples'] }) {
  const text = useTexts('prevention.immunity');
  const conclusion = useLabel('sample_result_conclusion');
  return (
    <Table
      size="small"
      rowKey="barcode"
      dataSource={[...rows]}
      pagination={false}
      locale={{ emptyText: text('noSamples') }}
      columns={[
        { key: 'barcode', title: text('barcode'), dataIndex: 'barcode' },
        { key: 'sampledOn', title: text('sampledOn'), dataIndex: 'sampledOn', render: (on) => on ?? '-' },
        {
          key: 'type',
          title: text('sampleType'),
          render: (_, row) => <DictName dict="sample_type" value={row.sampleType} />,
        },
        {
          key: 'results',
          title: text('results'),
          render: (_, row) =>
            row.results.length === 0
              ? text('noResults')
              : row.results.map((one) => (
                  <Tag
                    key={`${one.item} ${one.testedOn}`}
                    color={['positive', 'unqualified'].includes(one.conclusion ?? '') ? 'error' : 'success'}
                  >
                    {`${one.item} ${one.value ?? ''}${one.unit ?? ''} ${one.conclusion ? conclusion(one.conclusion) : ''}`}
                  </Tag>
                )),
        },
      ]}
    />
  );
}

function Reactions({ rows }: { readonly rows: AnimalImmunity['reactions'] }) {
  const text = useTexts('prevention.immunity');
  const symptom = useLabel('stress_symptom');
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={[...rows]}
      pagination={false}
      locale={{ emptyText: text('noReactions') }}
      columns={[
        {
          key: 'docNo',
          title: text('docNo'),
          render: (_, row) => (
            <Opens to={`/ant/preventionMange/stressRelatedDeaths?docNo=${row.docNo}`}>{row.docNo}</Opens>
          ),
        },
        { key: 'reactedAt', title: text('reactedAt'), render: (_, row) => wallTime(row.reactedAt) },
        { key: 'symptoms', title: text('symptoms'), render: (_, row) => row.symptoms.map(symptom).join(', ') },
        {
          key: 'outcome',
          title: text('outcome'),
          render: (_, row) => <DictName dict="stress_case_outcome" value={row.outcome} />,
        },
        {
          key: 'status',
          title: text('status'),
          render: (_, row) => <DictName dict="stress_case_status" value={row.status} />,
        },
      ]}
    />
  );
}
