import {
  Button,
  Drawer,
  Empty,
  Flex,
  Form,
  Input,
  type InputRef,
  Radio,
  Space,
  Statistic,
  Table,
  Tag,
  Typography,
} from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { beep } from '#kit/web/field/beep.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { receiveSamples, sample } from '#modules/prevention/contract/lab/sample.ts';

type Quality = 'ok' | 'haemolysed' | 'little' | 'leaked' | 'unlabelled';
type Outcome = 'accepted' | 'refusedNow' | 'unknown' | 'already' | 'failed';

interface Scan {
  readonly key: number;
  readonly at: string;
  readonly barcode: string;
  readonly what: string;
  readonly outcome: Outcome;
}

const colours: Readonly<Record<Outcome, string>> = {
  accepted: 'success',
  refusedNow: 'error',
  unknown: 'warning',
  already: 'default',
  failed: 'error',
};

/** Tube after tube by scan: the cursor never leaves the box, the ear hears what the eye need not look for. */
export function ReceiveDrawer({ onClose }: { onClose(): void }) {
  const t = useT();
  useReturnFocus();
  const text = useTexts('prevention.labPage');
  const changed = useChanged(sample);
  const { options: qualities } = useDict('sample_quality');
  const box = useRef<InputRef>(null);
  const [quality, setQuality] = useState<Quality>('ok');
  const [reason, setReason] = useState('');
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const serial = useRef(0);
  const focus = () => box.current?.focus({ preventScroll: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box takes the cursor back after every choice
  useEffect(() => {
    const timer = setTimeout(focus, 60);
    return () => clearTimeout(timer);
  }, [quality, scans.length]);

  const note = (barcode: string, outcome: Outcome, what = '') => {
    serial.current += 1;
    const key = serial.current;
    setScans((old) =>
      [{ key, at: new Date().toLocaleTimeString('en-GB'), barcode, outcome, what }, ...old].slice(0, 500),
    );
    beep(outcome === 'accepted' || outcome === 'refusedNow');
  };
  const take = async (line: string) => {
    for (const barcode of line.split(/[\s,;]+/).filter(Boolean)) {
      try {
        const done = await call(receiveSamples, {
          body: {
            barcodes: [barcode.slice(0, 40)],
            quality,
            ...(quality !== 'ok' && reason.trim() && { reason: reason.trim() }),
          },
          quiet: true,
        });
        const [came] = done.accepted;
        if (came) note(barcode, 'accepted', [came.earTag ?? came.poolNo, came.holder].filter(Boolean).join(' · '));
        else if (done.refused.length > 0) note(barcode, 'refusedNow');
        else note(barcode, done.already.length > 0 ? 'already' : 'unknown');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        note(barcode, 'failed', error.message);
      }
    }
  };
  const close = () => {
    void changed();
    onClose();
  };
  const count = (outcome: Outcome) => scans.filter((one) => one.outcome === outcome).length;
  return (
    <Drawer
      open
      size="min(820px, 100vw)"
      title={text('receiveTitle')}
      onClose={close}
      afterOpenChange={(isOpen) => isOpen && focus()}
      footer={
        <Button type="primary" onClick={close} style={{ float: 'inline-end' }}>
          {t('kit.close')}
        </Button>
      }
    >
      <Flex gap={32} style={{ marginBlockEnd: 12 }} wrap>
        <Statistic title={text('accepted')} value={count('accepted')} />
        <Statistic
          title={text('refusedNow')}
          value={count('refusedNow')}
          {...(count('refusedNow') > 0 && { styles: { content: { color: 'var(--ant-color-error)' } } })}
        />
        <Statistic title={text('unknown')} value={count('unknown')} />
      </Flex>
      <Form layout="vertical">
        <Form.Item label={text('mode')}>
          <Space wrap>
            <Radio.Group
              optionType="button"
              buttonStyle="solid"
              value={quality}
              options={qualities.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              onChange={(event) => setQuality(event.target.value as Quality)}
            />
            {quality !== 'ok' && (
              <Input
                aria-label={text('refuseReason')}
                placeholder={text('refuseReason')}
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                style={{ width: 240 }}
              />
            )}
          </Space>
        </Form.Item>
        <Form.Item label={text('scan')} htmlFor="scan-box" extra={text('scanHint')}>
          <ScanInput
            id="scan-box"
            ref={box}
            size="large"
            inputMode="numeric"
            status={quality === 'ok' ? '' : 'error'}
            onScan={(line) => void take(line)}
            style={{ fontFamily: 'monospace', fontSize: 20 }}
          />
        </Form.Item>
      </Form>
      <Table<Scan>
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ y: 320, x: 520 }}
        dataSource={[...scans]}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('scanHint')} /> }}
        columns={[
          { key: 'at', title: text('time'), dataIndex: 'at', width: 90 },
          { key: 'barcode', title: text('barcode'), dataIndex: 'barcode', width: 150 },
          {
            key: 'outcome',
            title: text('outcome'),
            width: 130,
            render: (_, one) => (
              <Tag color={colours[one.outcome]}>{one.outcome === 'failed' ? one.what : text(one.outcome)}</Tag>
            ),
          },
          {
            key: 'what',
            title: t('prevention.sample.holder'),
            render: (_, one) => <Typography.Text>{one.outcome === 'failed' ? '' : one.what}</Typography.Text>,
          },
        ]}
      />
    </Drawer>
  );
}
