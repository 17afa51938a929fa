import { MergeCellsOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Empty, Flex, Form, Input, InputNumber, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { CameraScan } from '#kit/web/field/camera-scan.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import {
  collectSamples,
  mostPooled,
  type SampleCandidate,
  sampleBarcodes,
  sampleCandidates,
  sampleLog,
} from '#modules/prevention/contract/lab/sample-log.ts';
import { apart, type ChosenTube, poolable, pooled, ticked, tubeAt } from '../pools.ts';
import { SheetPaper } from './sheet-paper.tsx';

interface Props {
  readonly logId: number;
  readonly version: number;
  readonly docNo: string;
  readonly holder: string;
  onClose(): void;
}

/** Tags that fit into one warning. */
const mostNamed = 5;

/** At the pen: which animals gave a tube. Tubes are numbered in the order the animals were taken, as the printed labels are. */
export function CollectDrawer({ logId, version, docNo, holder, onClose }: Props) {
  const t = useT();
  const id = useId();
  const joined = useJoined();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(sampleLog);
  const text = useTexts('prevention.labPage');
  const label = useTexts('prevention.sampleLog');
  const { options: species } = useDict('species');
  const { options: stages } = useDict('stage');
  const nameIn = (options: typeof species, value: string) =>
    options.find((one) => one.dictValue === value)?.dictLabel ?? value;
  const [tubes, setTubes] = useState<readonly ChosenTube[]>([]);
  const chosen = tubes.flat();
  const [volumes, setVolumes] = useState<Readonly<Record<number, number | null>>>({});
  const [sampledOn, setSampledOn] = useState(dayjs().format('YYYY-MM-DD'));
  const [witness, setWitness] = useState(holder.slice(0, 40));
  const [boxTemp, setBoxTemp] = useState<number | null>(4);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.sampleLog', 'animals', logId],
    queryFn: () => call(sampleCandidates, { params: { id: logId }, quiet: true }),
  });
  const free = data?.animals.filter((one) => one.refused === null) ?? [];
  const tick = (tag: string) => {
    const digits = tag.trim();
    const found = digits.length < 3 ? [] : free.filter((one) => one.earTag.endsWith(digits));
    const tags = joined(found.slice(0, mostNamed).map((one) => one.earTag)) + (found.length > mostNamed ? ' …' : '');
    if (found.length > 1) return notify('warning', text('tagSeveral', { n: found.length, tags }));
    const [only] = found;
    setTyped('');
    if (!only) return notify('warning', text('tagUnknown', { tag }));
    setTubes((old) => ticked(old, [...new Set([...old.flat(), only.animalId])]));
  };
  const fill = () => {
    const rest = free.filter((one) => !chosen.includes(one.animalId)).map((one) => one.animalId);
    setTubes((old) => ticked(old, [...old.flat(), ...rest.slice(0, Math.max(0, (data?.quota ?? 0) - chosen.length))]));
  };
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { barcodes } = await call(sampleBarcodes, { params: { id: logId }, body: { count: tubes.length } });
      await call(collectSamples, {
        body: {
          id: logId,
          version,
          sampledOn,
          witness: witness.trim() || null,
          boxTemp,
          samples: tubes.map((animalIds, at) => ({
            barcode: barcodes[at] as string,
            ...(animalIds.length > 1 ? { animalIds: [...animalIds] } : { animalId: animalIds[0] }),
            volume: volumes[animalIds[0] as number] ?? null,
          })),
        },
        quiet: true,
      });
      notify('success', t('ok.saved'));
      void changed();
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setProblem(failure.errors[0]?.msg ?? failure.message);
    } finally {
      setBusy(false);
    }
  };
  const together = poolable(tubes, data?.animals ?? []);
  const pools = tubes.filter((one) => one.length > 1).length;
  const leave = async () => {
    if (chosen.length === 0 || (await confirmLeave())) onClose();
  };
  return (
    <Drawer
      open
      size="min(920px, 100vw)"
      title={
        <span>
          {text('collectTitle', { docNo })} · <span data-record>{holder}</span>
        </span>
      }
      onClose={() => void leave()}
      mask={{ closable: chosen.length === 0 }}
      footer={
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text strong>
            {pools > 0
              ? text('chosenPools', { n: tubes.length, heads: chosen.length, pools })
              : text('chosen', { n: tubes.length })}
          </Typography.Text>
          <Flex gap={8}>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
              {text('printSheet')}
            </Button>
            <Button type="primary" loading={busy} disabled={chosen.length === 0} onClick={() => void send()}>
              {text('finish')}
            </Button>
          </Flex>
        </Flex>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <Form layout="vertical">
          <Alert
            type="info"
            showIcon
            style={{ marginBlockEnd: 12 }}
            title={[
              text('collectHint', { n: data.quota }),
              data.minDays !== null && text('minDays', { n: data.minDays }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
          <div style={gridStyle}>
            <Form.Item label={label('sampledOn')} htmlFor={`${id}-on`} required>
              <DatePicker
                id={`${id}-on`}
                allowClear={false}
                value={dayjs(sampledOn, 'YYYY-MM-DD')}
                maxDate={dayjs()}
                onChange={(value) => value && setSampledOn(value.format('YYYY-MM-DD'))}
                style={{ width: '100%' }}
              />
            </Form.Item>
            <Form.Item label={label('witness')} htmlFor={`${id}-witness`}>
              <Input
                id={`${id}-witness`}
                maxLength={40}
                value={witness}
                onChange={(event) => setWitness(event.target.value)}
              />
            </Form.Item>
            <Form.Item label={label('boxTemp')} htmlFor={`${id}-temp`}>
              <InputNumber
                id={`${id}-temp`}
                suffix="°C"
                min={-90}
                max={60}
                precision={1}
                value={boxTemp}
                onChange={setBoxTemp}
                style={{ width: '100%' }}
              />
            </Form.Item>
          </div>
          {data.animals.length === 0 ? (
            <Empty description={text('noAnimals')} />
          ) : (
            <>
              <Flex gap={8} style={{ marginBlockEnd: 8 }} wrap>
                <Input
                  aria-label={text('scanTag')}
                  placeholder={text('scanTag')}
                  inputMode="numeric"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  onPressEnter={(event) => {
                    event.preventDefault();
                    tick(typed);
                  }}
                  suffix={<CameraScan onScan={tick} />}
                  style={{ flex: '1 1 260px' }}
                />
                <Button onClick={fill} disabled={free.length === 0 || chosen.length >= data.quota}>
                  {text('fillFirst')}
                </Button>
                <Button
                  icon={<MergeCellsOutlined aria-hidden />}
                  title={text('poolNote')}
                  disabled={together.length === 0 || together.length > mostPooled}
                  onClick={() => setTubes((old) => pooled(old, together))}
                >
                  {together.length > 0 ? text('poolN', { n: together.length }) : text('pool_')}
                </Button>
              </Flex>
              <Table<SampleCandidate>
                size="small"
                rowKey="animalId"
                pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ x: 640 }}
                dataSource={data.animals}
                rowSelection={{
                  selectedRowKeys: [...chosen],
                  preserveSelectedRowKeys: true,
                  onChange: (keys) => {
                    const now = keys as number[];
                    setTubes((old) => ticked(old, now));
                  },
                  getCheckboxProps: (row) => ({ disabled: row.refused !== null, 'aria-label': row.earTag }),
                }}
                columns={[
                  {
                    key: 'tube',
                    title: text('no'),
                    width: 130,
                    render: (_, row) => <TubeCell tubes={tubes} animalId={row.animalId} onApart={setTubes} />,
                  },
                  { key: 'earTag', title: text('earTag'), dataIndex: 'earTag', width: 160 },
                  {
                    key: 'species',
                    title: t('prevention.sample.species'),
                    render: (_, row) => `${nameIn(species, row.species)} ${nameIn(stages, row.stage)}`,
                  },
                  {
                    key: 'days',
                    title: text('days'),
                    width: 150,
                    render: (_, row) => (
                      <Flex gap={6} align="center">
                        {row.days ?? '-'}
                        {row.refused && <Tag>{text(`why_${row.refused}`)}</Tag>}
                      </Flex>
                    ),
                  },
                  {
                    key: 'volume',
                    title: text('volume'),
                    width: 120,
                    render: (_, row) => (
                      <InputNumber
                        aria-label={`${text('volume')} ${row.earTag}`}
                        size="small"
                        min={0}
                        max={1000}
                        disabled={tubes[tubeAt(tubes, row.animalId)]?.[0] !== row.animalId}
                        value={volumes[row.animalId] ?? null}
                        onChange={(value) => setVolumes((old) => ({ ...old, [row.animalId]: value }))}
                        style={{ width: 90 }}
                      />
                    ),
                  },
                ]}
              />
            </>
          )}
          {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockStart: 12 }} />}
        </Form>
      )}
      {isPrinting && (
        <SheetPaper
          logId={logId}
          count={Math.max(tubes.length, pools > 0 ? 1 : (data?.quota ?? 1), 1)}
          onDone={() => setPrinting(false)}
        />
      )}
    </Drawer>
  );
}

/** The tube of an animal; a pool's can be taken apart. */
function TubeCell({
  tubes,
  animalId,
  onApart,
}: {
  readonly tubes: readonly ChosenTube[];
  readonly animalId: number;
  onApart(tubes: readonly ChosenTube[]): void;
}) {
  const t = useT();
  const at = tubeAt(tubes, animalId);
  const tube = tubes[at];
  if (!tube) return null;
  if (tube.length === 1) return <span>{at + 1}</span>;
  return (
    <Tag
      color="blue"
      style={{ margin: 0 }}
      closable={{ 'aria-label': t('prevention.labPage.poolApart') }}
      onClose={(event) => {
        event.preventDefault();
        onApart(apart(tubes, at));
      }}
    >
      {`${at + 1} · ${t('prevention.labPage.poolTag', { n: tube.length })}`}
    </Tag>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  columnGap: 16,
} as const;
