import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  App,
  Button,
  Descriptions,
  Empty,
  Flex,
  Input,
  Modal,
  Select,
  Skeleton,
  Tag,
  Timeline,
  Typography,
} from 'antd';
import { useEffect, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { captcha } from '#modules/platform/contract/auth/session.ts';
import { showCode } from '#modules/traceability/contract/code/trace-code.ts';
import { publicCode, publicFeedback } from '#modules/traceability/contract/seal/trace-seal.ts';
import { ProofLine } from './proof-line.tsx';
import { pinOf } from './verify-in-browser.ts';

type Told = DataOf<typeof publicCode>;

/** What a label on a pack, a lot or a door tells everybody. An animal's label leads to the animal's own page. */
export default function CodeView({ c }: { readonly c: string; readonly isFramed: boolean }) {
  const text = useTexts('traceability.publicTrace');
  const language = useLanguage();
  const { search, setSearch } = usePage();
  const [isTelling, setTelling] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['traceability.publicCode', c, language],
    queryFn: () => call(publicCode, { query: { c: c.replace(/[\s-]/g, '') }, quiet: true }),
    retry: false,
    staleTime: 60_000,
  });
  const isAnimal = data?.kind === 'animal' && data.tag !== null;
  useEffect(() => {
    if (!isAnimal || !data?.tag) return;
    const pin = search.get('h') ?? (data.pin ? `${data.pin.seq}-${data.pin.head}` : null);
    setSearch(new URLSearchParams({ tag: data.tag, ...(pin && { h: pin }) }));
  }, [isAnimal, data, search, setSearch]);
  if (error) return <Empty description={text('unknown')} />;
  if (!data || isAnimal) return <Skeleton active />;
  return (
    <Flex vertical gap={16}>
      <div>
        <Typography.Title level={3} style={{ marginBlock: 0 }} data-record>
          {data.title}
        </Typography.Title>
        <Typography.Text type="secondary" code>
          {showCode(data.code)}
        </Typography.Text>
      </div>
      {data.notice !== 'none' && (
        <Alert
          type={data.notice === 'held' ? 'warning' : 'error'}
          showIcon
          title={text(`notice_${data.notice}`, { date: data.noticeOn ?? '' })}
        />
      )}
      <Facts told={data} />
      {data.steps.length > 0 && (
        <section>
          <Typography.Title level={5}>{text('steps')}</Typography.Title>
          <Timeline
            style={{ marginBlockEnd: -24 }}
            items={data.steps.map((one, at) => ({
              key: `${one.kind} ${at}`,
              content: (
                <>
                  <b>{one.kindName}</b>{' '}
                  <Typography.Text type="secondary" data-record>{`${one.month} · ${one.countyName}`}</Typography.Text>
                </>
              ),
            }))}
          />
        </section>
      )}
      {data.origins.length > 0 && (
        <section>
          <Typography.Title level={5}>{text('origins')}</Typography.Title>
          {data.origins.map((one) => (
            <Flex key={one.countyName} gap={6} wrap style={{ marginBlockEnd: 8 }}>
              <Typography.Text strong data-record>
                {text('fromCounty', { county: one.countyName, n: one.animals })}
              </Typography.Text>
              {one.tags.map((tag) => (
                <Typography.Link key={tag} onClick={() => setSearch(new URLSearchParams({ tag }))}>
                  {tag}
                </Typography.Link>
              ))}
            </Flex>
          ))}
        </section>
      )}
      {data.proof && <ProofLine proof={data.proof} pin={pinOf(search.get('h'))} />}
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Typography.Text type="secondary">
          {text('scans', { n: data.scans, date: data.firstScanOn ?? text('today') })}
        </Typography.Text>
        <Button onClick={() => setTelling(true)}>{text('feedback')}</Button>
      </Flex>
      {isTelling && <Feedback told={data} onClose={() => setTelling(false)} />}
    </Flex>
  );
}

function Facts({ told }: { readonly told: Told }) {
  const text = useTexts('traceability.publicTrace');
  const facts: readonly (readonly [string, string | null])[] = [
    [text('maker'), told.maker],
    [text('county'), told.countyName],
    [text('madeOn'), told.madeOn],
    [text('bestBefore'), told.bestBefore],
    [text('kg'), told.kg === null ? null : `${told.kg} kg`],
    [text('cert'), told.certTail && `…${told.certTail}`],
  ];
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={facts
          .filter(([, value]) => value)
          .map(([label, value]) => ({ key: label, label, children: <span data-record>{value}</span> }))}
      />
      {told.roles.length > 0 && (
        <Flex gap={6} wrap>
          {told.roles.map((one) => (
            <Tag key={one}>{one}</Tag>
          ))}
        </Flex>
      )}
    </>
  );
}

function Feedback({ told, onClose }: { readonly told: Told; onClose(): void }) {
  const text = useTexts('traceability.publicTrace');
  const { message } = App.useApp();
  const [kind, setKind] = useState<'wrongInfo' | 'fakeLabel' | 'quality' | 'other'>('quality');
  const [content, setContent] = useState('');
  const [phone, setPhone] = useState('');
  const [typed, setTyped] = useState('');
  const { data: picture, refetch } = useQuery({
    queryKey: ['traceability.captcha'],
    queryFn: () => call(captcha, {}),
    staleTime: 0,
    gcTime: 0,
  });
  const send = async () => {
    try {
      const { docNo } = await call(publicFeedback, {
        body: {
          t: told.tenantNo,
          c: told.code,
          kind,
          content: content.trim(),
          phone: phone.trim() || null,
          captchaId: picture?.captchaId ?? '',
          captchaCode: typed,
        },
      });
      void message.success(text('thanks', { docNo }));
      onClose();
    } catch {
      setTyped('');
      await refetch();
    }
  };
  const kinds = ['wrongInfo', 'fakeLabel', 'quality', 'other'] as const;
  return (
    <Modal
      open
      title={text('feedback')}
      onCancel={onClose}
      onOk={send}
      okButtonProps={{ disabled: content.trim().length < 4 || typed === '' }}
    >
      <Flex vertical gap={8}>
        <Select
          aria-label={text('kind')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: text(`kind_${value}`) }))}
        />
        <Input.TextArea
          aria-label={text('content')}
          placeholder={text('content')}
          maxLength={500}
          rows={4}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        <Input
          aria-label={text('phone')}
          placeholder={text('phone')}
          inputMode="tel"
          maxLength={11}
          value={phone}
          onChange={(event) => setPhone(event.target.value.replace(/\D/g, ''))}
        />
        <Flex gap={8} align="center">
          {picture && <img src={picture.image} alt={text('captcha')} height={40} />}
          <Input
            aria-label={text('captcha')}
            placeholder={text('captcha')}
            value={typed}
            maxLength={10}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Flex>
      </Flex>
    </Modal>
  );
}
