import { UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Flex, Form, Input, Select, Space, Typography, Upload } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { enterPlate, labBench, sampleResult } from '#modules/prevention/contract/lab/sample-result.ts';
import { useLabChoices } from '../choices.ts';
import { readPlate, wells } from './plate.ts';
import { PlateGrid, type Wells } from './plate-grid.tsx';

/** 录入检测板: samples placed in the wells, values typed, pasted or read from the instrument's file. */
export function PlateDrawer({ onClose }: { onClose(): void }) {
  const t = useT();
  const id = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(sampleResult);
  const { items } = useLabChoices();
  const text = useTexts('prevention.labPage');
  const [itemId, setItemId] = useState<number | null>(null);
  const [instrumentId, setInstrumentId] = useState<number | null>(null);
  const [plateNo, setPlateNo] = useState('');
  const [testedOn, setTestedOn] = useState(dayjs().format('YYYY-MM-DD'));
  const [plate, setPlate] = useState<Wells>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const bench = useQuery({
    queryKey: ['prevention.sampleResult', 'bench', itemId],
    queryFn: () => call(labBench, { query: { itemId: String(itemId) }, quiet: true }),
    enabled: itemId !== null,
  });
  const instruments = bench.data?.instruments ?? [];
  const instrument = instrumentId ?? (instruments.length === 1 ? (instruments[0]?.id ?? null) : null);
  const filled = wells.flatMap((well) => {
    const one = plate[well];
    return one?.barcode && one.value !== null && one.value !== undefined
      ? [{ well, barcode: one.barcode, value: one.value }]
      : [];
  });
  const isDirty = Object.keys(plate).length > 0;
  const placeWaiting = () => {
    const there = new Set(Object.values(plate).map((one) => one.barcode));
    const queue = (bench.data?.waiting ?? []).filter((one) => !there.has(one.barcode));
    const empty = wells.filter((well) => !plate[well]?.barcode);
    setPlate((old) => ({
      ...old,
      ...Object.fromEntries(
        empty.slice(0, queue.length).map((well, at) => [well, { ...old[well], barcode: queue[at]?.barcode ?? '' }]),
      ),
    }));
  };
  const takeValues = (source: string, from?: string) => {
    const { byWell, byBarcode } = readPlate(source, from);
    let n = 0;
    setPlate((old) => {
      const next: Record<string, Wells[string]> = { ...old };
      for (const [well, value] of Object.entries(byWell)) next[well] = { barcode: next[well]?.barcode ?? '', value };
      for (const [barcode, value] of Object.entries(byBarcode)) {
        const well = wells.find((one) => next[one]?.barcode === barcode) ?? wells.find((one) => !next[one]?.barcode);
        if (well) next[well] = { barcode, value };
      }
      return next;
    });
    n = Object.keys(byWell).length + Object.keys(byBarcode).length;
    notify(n > 0 ? 'success' : 'warning', text('valuesRead', { n }));
  };
  const send = async () => {
    if (itemId === null || instrument === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const done = await call(enterPlate, {
        body: { itemId, instrumentId: instrument, plateNo: plateNo.trim(), testedOn, rows: filled },
        quiet: true,
      });
      notify('success', text('saved', { n: done.rows.length }));
      void changed();
      const open = [
        done.invalid.length > 0 && text('invalidRows', { list: done.invalid.join(', ') }),
        done.refused.length > 0 &&
          text('refusedRows', { list: done.refused.map((one) => `${one.barcode} ${one.msg}`).join(', ') }),
      ].filter(Boolean);
      if (open.length === 0) return onClose();
      setProblem(open.join(' · '));
      const kept = new Set([...done.refused.map((one) => one.barcode)]);
      setPlate((old) => Object.fromEntries(Object.entries(old).filter(([, one]) => kept.has(one.barcode))));
      void bench.refetch();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.errors[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const waiting = bench.data?.waiting.length ?? 0;
  return (
    <Drawer
      open
      size="min(1240px, 100vw)"
      title={text('plateTitle')}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text type="secondary">{text('pasteHint')}</Typography.Text>
          <Button
            type="primary"
            loading={busy}
            disabled={instrument === null || itemId === null || !plateNo.trim() || filled.length === 0}
            onClick={() => void send()}
          >
            {text('submitPlate', { n: filled.length })}
          </Button>
        </Flex>
      }
    >
      <Form layout="vertical">
        <div style={gridStyle}>
          <Form.Item label={text('item')} htmlFor={`${id}-item`} required>
            <Select<number>
              id={`${id}-item`}
              value={itemId}
              placeholder={t('kit.choose')}
              showSearch={{ optionFilterProp: 'label' }}
              options={items.map((one) => ({ value: one.id, label: one.name }))}
              onChange={(value) => {
                setItemId(value);
                setInstrumentId(null);
                setPlateNo(
                  `${dayjs().format('YYYYMMDD')}-${items.find((one) => one.id === value)?.code ?? ''}-${dayjs().format('HHmm')}`,
                );
              }}
            />
          </Form.Item>
          <Form.Item label={text('instrument')} htmlFor={`${id}-instrument`} required>
            <Select<number>
              id={`${id}-instrument`}
              value={instrument}
              placeholder={t('kit.choose')}
              disabled={itemId === null}
              options={instruments.map((one) => ({ value: one.id, label: `${one.name} (${one.serialNo})` }))}
              onChange={setInstrumentId}
            />
          </Form.Item>
          <Form.Item label={text('plateNo')} htmlFor={`${id}-plate`} required>
            <Input
              id={`${id}-plate`}
              maxLength={40}
              value={plateNo}
              onChange={(event) => setPlateNo(event.target.value)}
            />
          </Form.Item>
          <Form.Item label={text('testedOn')} htmlFor={`${id}-on`} required>
            <DatePicker
              id={`${id}-on`}
              allowClear={false}
              maxDate={dayjs()}
              value={dayjs(testedOn, 'YYYY-MM-DD')}
              onChange={(value) => value && setTestedOn(value.format('YYYY-MM-DD'))}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </div>
      </Form>
      {bench.data && instruments.length === 0 && (
        <Alert type="warning" showIcon title={text('noInstrument')} style={{ marginBlockEnd: 12 }} />
      )}
      {bench.data && waiting === 0 && !isDirty && (
        <Alert type="info" showIcon title={text('emptyWaiting')} style={{ marginBlockEnd: 12 }} />
      )}
      {problem && <Alert type="warning" showIcon title={problem} style={{ marginBlockEnd: 12 }} />}
      <Space style={{ marginBlockEnd: 8 }} wrap>
        <Button onClick={placeWaiting} disabled={waiting === 0}>
          {text('fillWaiting', { n: waiting })}
        </Button>
        <Upload
          accept=".csv,.txt,.tsv"
          showUploadList={false}
          beforeUpload={(file) => {
            void file.text().then((content) => takeValues(content));
            return false;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />}>{text('loadFile')}</Button>
        </Upload>
        <Button onClick={() => setPlate({})} disabled={!isDirty}>
          {text('clear')}
        </Button>
      </Space>
      <PlateGrid plate={plate} onChange={setPlate} onPaste={takeValues} />
    </Drawer>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  columnGap: 16,
} as const;
