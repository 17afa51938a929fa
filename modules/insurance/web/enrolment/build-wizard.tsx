import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Empty, Flex, Form, Modal, Radio, Select, Statistic, Steps, Table, Tag } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { z } from 'zod';
import { levelOf } from '#kit/contract/region.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { buildEnrolment, enrolmentChoices } from '#modules/insurance/contract/enrolment/list-building.ts';
import { useLabel } from '../common/inputs.tsx';

type Preview = z.output<typeof buildEnrolment.data>;
interface Props {
  onClose(): void;
  onMade(id: number): void;
}

/** The list of a village in four steps: where, what, who, and what comes of it before anything is stored. */
export function BuildWizard({ onClose, onMade }: Props) {
  const text = useTexts('insurance.build');
  const client = useQueryClient();
  const [step, setStep] = useState(0);
  const [region, setRegion] = useState<number | null>(null);
  const [versionId, setVersion] = useState<number | null>(null);
  const [months, setMonths] = useState<number | null>(null);
  const [from, setFrom] = useState(dayjs().add(15, 'day'));
  const [coordinatorId, setCoordinator] = useState<number | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const isVillage = region !== null && levelOf(region) === 5;
  const choices = useQuery({
    queryKey: ['insurance', 'choices', region],
    queryFn: () => call(enrolmentChoices, { query: { regionCode: String(region) } as never, quiet: true }),
    enabled: isVillage,
  });
  const version = choices.data?.versions.find((one) => one.id === versionId);
  const ask = (dryRun: boolean, holders: readonly string[] | null) =>
    call(buildEnrolment, {
      body: {
        regionCode: region as number,
        versionId: versionId as number,
        months: months as number,
        coverFrom: from.format('YYYY-MM-DD'),
        coordinatorId,
        holders: holders ? [...holders] : null,
        dryRun,
      },
    });
  const look = async (holders: readonly string[] | null, next: number) => {
    setBusy(true);
    try {
      const found = await ask(true, holders);
      setPreview((before) => (holders && before ? { ...found, holders: before.holders } : found));
      if (!holders) setChosen(found.holders.filter((one) => one.head > 0).map((one) => one.key));
      setStep(next);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const make = async () => {
    setBusy(true);
    try {
      const { enrolments } = await ask(false, chosen);
      void client.invalidateQueries();
      const [first] = enrolments;
      if (first) {
        notify('success', text('made', { docNo: first.docNo, n: first.head }));
        onMade(first.id);
      }
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const next = [
    { label: text('next'), isReady: isVillage && !choices.isLoading, run: () => setStep(1) },
    { label: text('next'), isReady: version !== undefined && months !== null, run: () => void look(null, 2) },
    { label: text('preview'), isReady: (chosen?.length ?? 0) > 0, run: () => void look(chosen, 3) },
    { label: text('make'), isReady: (preview?.head ?? 0) > 0, run: () => void make() },
  ][step];
  return (
    <Modal
      open
      width={860}
      title={text('title')}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {text('cancel')}
        </Button>,
        step > 0 && (
          <Button key="back" onClick={() => setStep(step - 1)}>
            {text('back')}
          </Button>
        ),
        <Button key="next" type="primary" loading={busy} disabled={!next?.isReady} onClick={() => next?.run()}>
          {next?.label}
        </Button>,
      ]}
    >
      <Steps
        size="small"
        current={step}
        style={{ marginBlock: 12 }}
        items={[
          { title: text('stepPlace') },
          { title: text('stepProduct') },
          { title: text('stepHolders') },
          { title: text('stepPreview') },
        ]}
      />
      {step === 0 && (
        <Form layout="vertical">
          <Form.Item label={text('place')} extra={text('placeHint')}>
            <RegionInput
              value={region}
              onChange={(code) => {
                setRegion(code);
                setVersion(null);
                setMonths(null);
              }}
            />
          </Form.Item>
        </Form>
      )}
      {step === 1 && !choices.data && <Waiting />}
      {step === 1 && choices.data && choices.data.versions.length === 0 && <Empty description={text('noVersions')} />}
      {step === 1 && choices.data && choices.data.versions.length > 0 && (
        <Form layout="vertical">
          <Form.Item label={text('product')}>
            <Radio.Group
              value={versionId}
              options={choices.data.versions.map((one) => ({ value: one.id, label: one.product }))}
              onChange={({ target }) => {
                setVersion(target.value as number);
                const own = choices.data?.versions.find((one) => one.id === target.value);
                setMonths(own?.terms[0]?.months ?? null);
              }}
            />
          </Form.Item>
          {version && (
            <Form.Item label={text('term')}>
              <Radio.Group
                value={months}
                onChange={({ target }) => setMonths(target.value as number)}
                options={version.terms.map((one) => ({
                  value: one.months,
                  label: `${text('termMonths', { n: one.months })} · ${text('perHead', {
                    premium: moneyText(one.premiumCents),
                    farmer: moneyText(one.farmerCents),
                  })}`,
                }))}
              />
            </Form.Item>
          )}
          {version?.mustInsureAll && <Alert type="info" showIcon title={text('mustAll')} />}
          <Flex gap={16} wrap style={{ marginBlockStart: 12 }}>
            <Form.Item label={text('coverFrom')}>
              <DatePicker
                value={from}
                allowClear={false}
                minDate={dayjs().add(1, 'day')}
                onChange={(day) => day && setFrom(day)}
              />
            </Form.Item>
            <Form.Item label={text('coordinator')} style={{ minInlineSize: 220 }}>
              <Select
                allowClear
                value={coordinatorId}
                onChange={(id: number | undefined) => setCoordinator(id ?? null)}
                options={choices.data.coordinators.map((one) => ({ value: one.id, label: one.name }))}
              />
            </Form.Item>
          </Flex>
        </Form>
      )}
      {step === 2 && preview && <Holders preview={preview} chosen={chosen ?? []} onChange={setChosen} />}
      {step === 3 && preview && <Outcome preview={preview} />}
    </Modal>
  );
}

interface HoldersProps {
  readonly preview: Preview;
  readonly chosen: readonly string[];
  onChange(keys: readonly string[]): void;
}
function Holders({ preview, chosen, onChange }: HoldersProps) {
  const text = useTexts('insurance.build');
  const result = useLabel('ins_collation_result');
  return (
    <Table
      size="small"
      rowKey="key"
      dataSource={preview.holders}
      scroll={{ y: 360 }}
      pagination={false}
      rowSelection={{
        selectedRowKeys: [...chosen],
        onChange: (keys) => onChange(keys as string[]),
        getCheckboxProps: (row) => ({ disabled: row.head === 0 }),
      }}
      columns={[
        { key: 'name', title: text('holder'), render: (_, row) => <span data-record>{row.name}</span> },
        { key: 'village', title: text('village'), render: (_, row) => <span data-record>{row.village ?? '-'}</span> },
        { key: 'head', title: text('eligible'), align: 'end', dataIndex: 'head' },
        { key: 'refused', title: text('refused'), align: 'end', dataIndex: 'refused' },
        {
          key: 'collation',
          title: text('collation'),
          render: (_, row) =>
            row.collation ? (
              <Tag color={row.collation === 'blocked' ? 'red' : row.collation === 'differs' ? 'orange' : 'green'}>
                {result(row.collation)}
              </Tag>
            ) : (
              '-'
            ),
        },
      ]}
    />
  );
}

/** What the list will be, and each animal that cannot be on it, with its reasons. */
export function Outcome({ preview }: { readonly preview: Preview }) {
  const text = useTexts('insurance.build');
  return (
    <Flex vertical gap={12}>
      <Flex gap={32} wrap>
        <Statistic title={text('parties')} value={preview.parties} />
        <Statistic title={text('head')} value={preview.head} />
        <Statistic title={text('sum')} value={moneyText(preview.sumInsuredCents)} />
        <Statistic title={text('premium')} value={moneyText(preview.premiumCents)} />
        <Statistic title={text('farmer')} value={moneyText(preview.farmerCents)} />
      </Flex>
      {preview.parts > 1 && <Alert type="info" showIcon title={text('parts', { n: preview.parts })} />}
      <RefusedTable refused={preview.refused} reasons={preview.reasons} />
    </Flex>
  );
}

type Refused = Preview['refused'][number];
interface RefusedProps {
  readonly refused: readonly Refused[];
  readonly reasons: readonly { code: string; n: number }[];
}
export function RefusedTable({ refused, reasons }: RefusedProps) {
  const text = useTexts('insurance.build');
  const why = useTexts('insurance.why');
  const [only, setOnly] = useState<string | null>(null);
  if (reasons.length === 0) return <Empty description={text('refusedNone')} />;
  return (
    <Flex vertical gap={8}>
      <Flex gap={4} wrap>
        {reasons.map(({ code, n }) => (
          <Tag.CheckableTag key={code} checked={only === code} onChange={(isOn) => setOnly(isOn ? code : null)}>
            {`${why(code as never)} ${n}`}
          </Tag.CheckableTag>
        ))}
      </Flex>
      <Table
        size="small"
        rowKey="earTag"
        dataSource={refused.filter((one) => !only || one.why.includes(only))}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { key: 'tag', title: text('tag'), render: (_, row) => <span data-record>{row.earTag}</span> },
          { key: 'holder', title: text('holder'), render: (_, row) => <span data-record>{row.holder}</span> },
          {
            key: 'why',
            title: text('why'),
            render: (_, row) => (
              <Flex gap={4} wrap>
                {row.why.map((code) => (
                  <Tag key={code}>{why(code as never)}</Tag>
                ))}
                {row.until && text('until', { date: row.until })}
              </Flex>
            ),
          },
        ]}
      />
    </Flex>
  );
}
