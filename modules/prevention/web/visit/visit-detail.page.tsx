import { EnvironmentOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Col, Descriptions, Empty, Flex, Image, Row, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { labelKey } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type ImmunisationVisit, immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { visitDetail } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { PlaceMap } from './sheet/place-map.tsx';
import { useLabel } from './texts.ts';
import { useDisease } from './use-disease.ts';
import { VisitPaper } from './visit-paper.tsx';

/** 免疫单详情. */
export default function VisitDetailPage() {
  const t = useT();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, loading, refresh } = useResourceDetail(immunisationVisit, id);
  if (id === null)
    return (
      <Card>
        <Empty description={t('prevention.visitPage.noVisit')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (loading || !row) return <Waiting />;
  return <Sheet key={id} row={row as unknown as ImmunisationVisit} />;
}

function Sheet({ row }: { readonly row: ImmunisationVisit }) {
  const t = useT();
  const joined = useJoined();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const text = useTexts('prevention.visitPage');
  const label = (name: keyof typeof immunisationVisit.fields & string) => t.any(labelKey(immunisationVisit, name));
  const [isPrinting, setPrinting] = useState(false);
  const species = useLabel('species');
  const stage = useLabel('stage');
  const how = useLabel('visit_result');
  const flagName = useLabel('visit_flag');
  const exempt = useLabel('immune_exempt');
  const reason = useLabel('routine_reason');
  const transition = useResourceTransition(immunisationVisit);
  const actionsOf = useRowActions(immunisationVisit, {
    detail: () => {},
    edit: () => {},
    remove: () => {},
    transition: (name, one) => transition.ask(name, [one]),
  });
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(immunisationVisit), 'sheet', row.id, row.version],
    queryFn: () => call(visitDetail, { query: { id: row.id }, quiet: true }),
  });
  const diseaseName = useDisease(data?.diseases);
  const flags = (row.flags ?? []) as readonly string[];
  const named = row as unknown as Record<string, string | null>;
  const loose = Object.entries(data?.foundUntagged ?? {}).flatMap(([kind, stages]) =>
    Object.entries(stages).flatMap(([one, n]) => (n > 0 ? [`${species(kind)} ${stage(one)} ${n}`] : [])),
  );
  const result = (one: string) => (one === 'done' ? how('done') : t.any(`prevention.visitForm.${one}`));
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Flex gap={10} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {row.docNo}
            </Typography.Title>
            <Tag>{named.modeName}</Tag>
            <Tag color={row.status === 'voided' ? 'error' : 'processing'}>{named.statusName}</Tag>
            {row.spotCheck && <Tag color="purple">{t('prevention.visitList.spotCheck')}</Tag>}
          </Flex>
          <Flex gap={8} wrap>
            {(row.status === 'draft' || row.status === 'voided') &&
              row.mine &&
              mayOpen('/ant/preventionMange/immuneVisit') && (
                <Button type="primary" onClick={() => openPage(`/ant/preventionMange/immuneVisit?draftId=${row.id}`)}>
                  {t(row.status === 'draft' ? 'prevention.visitList.goOn' : 'prevention.visitList.copy')}
                </Button>
              )}
            {actionsOf(row as never)
              .filter(({ key }) => key !== 'detail' && key !== 'remove' && key !== 'edit')
              .map(({ key, label: name, danger = false, run }) => (
                <Button key={key} danger={danger} onClick={run}>
                  {name}
                </Button>
              ))}
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)} disabled={!data}>
              {text('print')}
            </Button>
          </Flex>
        </Flex>
        {flags.length > 0 && (
          <Alert
            type={row.cleared ? 'success' : 'warning'}
            showIcon
            style={{ marginBlockStart: 12 }}
            title={
              <Flex vertical gap={2}>
                {flags.map((one) => (
                  <span key={one}>
                    <strong>{flagName(one)}</strong> {t.any(`prevention.flagWhy.${one}`)}
                    {one === 'farAway' && data?.kmAway != null && t('prevention.visitPage.kmAway', { km: data.kmAway })}
                  </span>
                ))}
              </Flex>
            }
            description={row.cleared ? `${text('cleared')} ${row.clearRemark ?? ''}` : undefined}
          />
        )}
        {row.question && (
          <Alert
            type={row.status === 'questioned' ? 'error' : 'info'}
            showIcon
            style={{ marginBlockStart: 8 }}
            title={<span data-record>{row.question}</span>}
            description={row.answer && <span data-record>{`${label('answer')}：${row.answer}`}</span>}
          />
        )}
        {row.voidReason && (
          <Alert
            type="error"
            showIcon
            style={{ marginBlockStart: 8 }}
            title={`${label('voidReason')}：`}
            description={<span data-record>{row.voidReason}</span>}
          />
        )}
        <Descriptions
          size="small"
          style={{ marginBlockStart: 12 }}
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            { key: 'holder', label: label('principalId'), children: <span data-record>{named.principalIdName}</span> },
            { key: 'village', label: label('regionCode'), children: <span data-record>{named.regionCodeName}</span> },
            { key: 'worker', label: label('staffId'), children: <span data-record>{named.staffIdName ?? '–'}</span> },
            { key: 'season', label: label('seasonId'), children: <span data-record>{named.seasonIdName ?? '–'}</span> },
            { key: 'on', label: label('visitedOn'), children: row.visitedOn },
            { key: 'at', label: label('submittedAt'), children: row.submittedAt ? wallTime(row.submittedAt) : '–' },
            { key: 'result', label: label('result'), children: named.resultName },
            { key: 'doses', label: label('doses'), children: row.doses },
            {
              key: 'heads',
              label: text('heads'),
              children: `${species('cattle')} ${row.cattle} · ${species('sheep')} ${row.sheep} · ${species('goat')} ${row.goat}`,
            },
            { key: 'found', label: label('foundTagged'), children: row.foundTagged },
            { key: 'loose', label: t('prevention.visitForm.untagged'), children: loose.join('，') || '–' },
            ...(row.mode === 'self' ? [{ key: 'subsidy', label: label('subsidy'), children: row.subsidy ?? '–' }] : []),
            { key: 'remark', label: label('remark'), children: <span data-record>{row.remark ?? '–'}</span> },
          ]}
        />
      </Card>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={16}>
          <Flex vertical gap={12}>
            <Card size="small" title={text('lines')}>
              <Table
                size="small"
                rowKey="lineNo"
                pagination={false}
                scroll={{ x: 'max-content' }}
                dataSource={data?.lines ?? []}
                columns={[
                  { key: 'no', title: '#', dataIndex: 'lineNo' },
                  {
                    key: 'name',
                    title: text('vaccine'),
                    render: (_, one) => <span data-record>{one.vaccineName}</span>,
                  },
                  { key: 'lot', title: label('lotNo'), render: (_, one) => <span data-record>{one.lotNo}</span> },
                  {
                    key: 'for',
                    title: label('diseaseCode'),
                    render: (_, one) => joined(one.diseaseCodes.map(diseaseName)),
                  },
                  { key: 'heads', title: text('tagged'), align: 'right', dataIndex: 'taggedHead' },
                  {
                    key: 'loose',
                    title: text('untagged'),
                    align: 'right',
                    render: (_, one) =>
                      Object.values(one.untagged).reduce(
                        (sum, stages) => sum + Object.values(stages).reduce((a, b) => a + b, 0),
                        0,
                      ),
                  },
                  { key: 'doses', title: label('doses'), align: 'right', dataIndex: 'dosesUsed' },
                ]}
              />
            </Card>
            <Card size="small" title={text('animals', { n: data?.animals.length ?? 0 })}>
              <Table
                size="small"
                rowKey="animalId"
                pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ x: 'max-content' }}
                dataSource={data?.animals ?? []}
                columns={[
                  {
                    key: 'tag',
                    title: label('earTag'),
                    render: (_, one) => <span data-record>{one.earTag}</span>,
                  },
                  {
                    key: 'kind',
                    title: t('prevention.visitForm.kind'),
                    render: (_, one) => `${species(one.species)} ${one.stage ? stage(one.stage) : ''}`,
                  },
                  {
                    key: 'for',
                    title: label('diseaseCode'),
                    render: (_, one) => joined(one.diseaseCodes.map(diseaseName)) || '–',
                  },
                  {
                    key: 'result',
                    title: label('result'),
                    render: (_, one) => (
                      <>
                        <Tag color={one.result === 'done' ? 'success' : 'warning'}>{result(one.result)}</Tag>
                        {one.exemptReason && `${exempt(one.exemptReason)} → ${one.exemptUntil}`}
                        {one.routineReason && <Tag>{reason(one.routineReason)}</Tag>}
                        {one.guest && <Tag>{t('prevention.visitForm.guest')}</Tag>}
                      </>
                    ),
                  },
                  {
                    key: 'note',
                    title: t('prevention.visitForm.note'),
                    render: (_, one) => <span data-record>{one.note ?? ''}</span>,
                  },
                ]}
              />
            </Card>
            {data && data.stressCases.length > 0 && (
              <Card size="small" title={text('stress')}>
                {data.stressCases.map((one) => (
                  <PageLink key={one.id} to={`/ant/preventionMange/stressRelatedDeaths?docNo=${one.docNo}`}>
                    {one.docNo}
                  </PageLink>
                ))}
              </Card>
            )}
          </Flex>
        </Col>
        <Col xs={24} xl={8}>
          <Flex vertical gap={12}>
            <Card size="small" title={label('photos')}>
              <Shots ids={[...((row.photos ?? []) as number[]), ...((row.proofs ?? []) as number[])]} />
              {data?.signId && (
                <>
                  <Typography.Text type="secondary">{t('prevention.visitForm.sign')}</Typography.Text>
                  <Shots ids={[data.signId]} />
                </>
              )}
            </Card>
            {row.location && (
              <Card
                size="small"
                title={
                  <>
                    <EnvironmentOutlined aria-hidden /> {label('location')}
                  </>
                }
                extra={row.submittedAt && wallTime(row.submittedAt)}
              >
                <PlaceMap place={row.location} label={row.docNo} />
              </Card>
            )}
            <Card size="small" title={text('history')}>
              <HistoryView resource={immunisationVisit} id={row.id} />
            </Card>
          </Flex>
        </Col>
      </Row>
      {transition.asked && <TransitionDialog transition={transition} />}
      {isPrinting && data && (
        <VisitPaper row={row} sheet={data} diseaseName={diseaseName} onDone={() => setPrinting(false)} />
      )}
    </Flex>
  );
}

function Shots({ ids }: { readonly ids: readonly number[] }) {
  const t = useT();
  const { data = [] } = useQuery({
    queryKey: ['file', 'shots', ids],
    queryFn: () => Promise.all(ids.map(async (id) => (await filePort.current?.link(id)) ?? '')),
    staleTime: 240_000,
    enabled: ids.length > 0,
  });
  if (ids.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('prevention.visitPage.noPhotos')} />;
  return (
    <Image.PreviewGroup>
      <Flex gap={8} wrap>
        {data.map((address, at) => (
          <Image
            key={address}
            src={address}
            alt={t('prevention.visitPage.photoNo', { n: at + 1 })}
            width={96}
            height={80}
            style={{ objectFit: 'cover', borderRadius: 6 }}
          />
        ))}
      </Flex>
    </Image.PreviewGroup>
  );
}
