import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  Col,
  DatePicker,
  Empty,
  Flex,
  Form,
  Input,
  Result,
  Row,
  Select,
  Tag,
} from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { toWire, wallTime } from '#kit/web/ui/times.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { type LossCover, lossCover, type Reported, reportLoss } from '#modules/insurance/contract/claim/claim-calls.ts';
import { useChoices } from '../common/inputs.tsx';

const colours = { covered: 'green', waiting: 'orange', ended: 'red', notYet: 'red', claimed: 'red' } as const;
const isOpen = (one: LossCover[number]) => one.why === 'covered' || one.why === 'waiting';

/** 报案登记: what is covered is seen before anything is written; the call is over in a minute. */
export default function ClaimReportPage() {
  const [key, setKey] = useState(newKey());
  const [done, setDone] = useState<Reported | null>(null);
  if (done)
    return (
      <Told
        done={done}
        onNext={() => {
          setDone(null);
          setKey(newKey());
        }}
      />
    );
  return <ReportForm key={key} requestKey={key} onDone={setDone} />;
}

function Told({ done, onNext }: { readonly done: Reported; onNext(): void }) {
  const text = useTexts('insurance.reportPage');
  const { openPage } = usePage();
  const isInquiry = done.head === 0;
  return (
    <Card>
      <Result
        status={isInquiry ? 'warning' : 'success'}
        title={<span data-record>{text('done', { docNo: done.docNo })}</span>}
        subTitle={
          isInquiry
            ? text('inquiry')
            : [
                text('deadline', { at: wallTime(done.arriveDueAt).slice(0, 16) }),
                done.surveyor ? text('surveyor', { name: done.surveyor.name }) : text('nobody'),
              ].join(' · ')
        }
        extra={[
          <Button key="next" type="primary" autoFocus onClick={onNext}>
            {text('next')}
          </Button>,
          <Button key="open" onClick={() => openPage(`/insuranceMgt/claimDetail?id=${done.claimId}`)}>
            {text('open')}
          </Button>,
        ]}
      />
    </Card>
  );
}

interface Values {
  readonly cause: string;
  readonly reporterName: string;
  readonly phone: string;
  readonly channel: 'phone' | 'app' | 'coordinator' | 'station';
  readonly place?: string;
  readonly causeText?: string;
}
function ReportForm({ requestKey, onDone }: { readonly requestKey: string; onDone(done: Reported): void }) {
  const text = useTexts('insurance.reportPage');
  const { search } = usePage();
  const [words, setWords] = useState(search.get('earTag') ?? '');
  const [at, setAt] = useState(dayjs());
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [photos, setPhotos] = useState<number[]>([]);
  const [form] = Form.useForm<Values>();
  const { busy, act } = useAct(() => {});
  const [asked, ask] = useDebounced(words.trim(), 300);
  const day = at.format('YYYY-MM-DD');
  const { data: covers = [] } = useQuery({
    queryKey: ['insurance', 'lossCover', asked, day],
    queryFn: () => call(lossCover, { query: { words: asked, day }, quiet: true }),
    enabled: asked.length >= 2,
  });
  const causes = useChoices('death_cause');
  const channels = useChoices('ins_claim_channel').filter((one) => one.value !== 'thirdParty');
  const choose = (one: LossCover[number], isOn: boolean) => {
    setChosen((before) => (isOn ? [...new Set([...before, one.earTag])] : before.filter((tag) => tag !== one.earTag)));
    if (isOn && !form.getFieldValue('reporterName')) form.setFieldValue('reporterName', one.holder);
  };
  const isWhole = /^\d{15}$/.test(words.trim());
  const tags = chosen.length > 0 ? chosen : isWhole ? [words.trim()] : [];
  const send = (values: Values) =>
    act(
      () =>
        call(reportLoss, {
          body: {
            ...values,
            cause: values.cause as 'disease',
            requestKey,
            earTags: [...tags],
            occurredAt: toWire(at),
            photos,
          },
          idempotencyKey: requestKey,
        }),
      onDone,
    );
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={12}>
        <Card size="small">
          <Flex vertical gap={12}>
            <Input.Search
              size="large"
              autoFocus
              allowClear
              value={words}
              aria-label={text('find')}
              placeholder={text('find')}
              onChange={({ target }) => {
                setWords(target.value);
                ask(target.value.trim());
              }}
            />
            {asked.length >= 2 && covers.length === 0 && <Empty description={text('none')} />}
            {covers.map((one) => (
              <Checkbox
                key={one.policyAnimalId}
                disabled={!isOpen(one)}
                checked={chosen.includes(one.earTag)}
                onChange={({ target }) => choose(one, target.checked)}
              >
                <Flex gap={8} wrap align="center">
                  <strong data-record>{one.earTag}</strong>
                  <span data-record>{`${one.holder} · ${one.village} · ${one.product}`}</span>
                  <Tag color={colours[one.why]}>{text(one.why)}</Tag>
                  <span data-record>{`${moneyText(one.sumInsuredCents)} · ${one.coverTo}`}</span>
                </Flex>
              </Checkbox>
            ))}
            {isWhole && chosen.length === 0 && covers.every((one) => !isOpen(one)) && (
              <Alert type="warning" title={text('other', { tag: words.trim() })} />
            )}
          </Flex>
        </Card>
      </Col>
      <Col xs={24} lg={12}>
        <Card size="small" title={text('chosen', { n: tags.length })}>
          <Form<Values>
            form={form}
            layout="vertical"
            initialValues={{ channel: 'phone', cause: 'disease' }}
            onFinish={(values) => void send(values)}
          >
            <Row gutter={12}>
              <Col xs={24} sm={12}>
                <Form.Item label={text('day')} required>
                  <DatePicker
                    showTime={{ format: 'HH:mm' }}
                    allowClear={false}
                    value={at}
                    maxDate={dayjs()}
                    style={{ inlineSize: '100%' }}
                    onChange={(next) => next && setAt(next)}
                  />
                </Form.Item>
              </Col>
              <Col xs={24} sm={12}>
                <Form.Item name="cause" label={text('cause')} rules={[{ required: true }]}>
                  <Select options={causes} />
                </Form.Item>
              </Col>
              <Col xs={24} sm={12}>
                <Form.Item name="reporterName" label={text('reporter')} rules={[{ required: true, max: 40 }]}>
                  <Input />
                </Form.Item>
              </Col>
              <Col xs={24} sm={12}>
                <Form.Item name="phone" label={text('phone')} rules={[{ required: true, pattern: /^1\d{10}$/ }]}>
                  <Input inputMode="tel" maxLength={11} />
                </Form.Item>
              </Col>
              <Col xs={24} sm={12}>
                <Form.Item name="channel" label={text('channel')} rules={[{ required: true }]}>
                  <Select options={channels} />
                </Form.Item>
              </Col>
              <Col xs={24} sm={12}>
                <Form.Item name="place" label={text('place')}>
                  <Input maxLength={120} />
                </Form.Item>
              </Col>
            </Row>
            <Form.Item name="causeText" label={text('text')}>
              <Input.TextArea rows={2} maxLength={500} />
            </Form.Item>
            <Form.Item label={text('photos')}>
              <AttachmentsField
                bizType="insurance.insClaim"
                accept="image/*"
                most={9}
                value={photos}
                onChange={setPhotos}
              />
            </Form.Item>
            <Button type="primary" size="large" htmlType="submit" loading={busy} disabled={tags.length === 0} block>
              {text('send')}
            </Button>
          </Form>
        </Card>
      </Col>
    </Row>
  );
}
