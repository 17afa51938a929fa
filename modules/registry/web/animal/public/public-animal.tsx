import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Skeleton, Space, Tag, Timeline, Typography, theme } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useSlotParts } from '#kit/web/slot-parts.tsx';
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx';
import { publicAnimal } from '#modules/registry/contract/animal/public-animal.ts';
import { EarTag } from '../tag/ear-tag.tsx';
import s from './public-animal.module.css';
import { type Shown, VisitorCheck } from './visitor-check.tsx';

type Told = DataOf<typeof publicAnimal>;

/** One column for a phone: who it is, where it has been, and whether its ledger is as it was written. */
export function PublicAnimal({ isFramed }: { readonly isFramed: boolean }) {
  const language = useLanguage();
  const { token } = theme.useToken();
  const { search, setSearch } = usePage();
  const frame = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const text = useTexts('registry.publicAnimal');
  const [c, tag] = [search.get('c') ?? '', search.get('tag') ?? ''];
  const isOthers = tag === '' && othersCode.test(c);
  const { data, error, errorUpdateCount, isFetching } = useQuery({
    queryKey: ['registry.publicAnimal', c, tag, language, shown],
    queryFn: () => call(publicAnimal, { query: { ...(c && { c }), ...(tag && { tag }), ...shown }, quiet: true }),
    enabled: !isOthers && (c !== '' || tag !== ''),
    retry: false,
    staleTime: 60_000,
  });
  const isAsked = error instanceof ApiError && error.bizCode === 'needCaptcha' && !isFetching;
  const isUnknown = error instanceof ApiError && error.code === 404 && !isFetching;
  // The page around a frame cannot know how tall its inside is.
  useEffect(() => {
    if (!isFramed || !frame.current) return;
    const tell = () => parent.postMessage({ type: 'mulian:height', height: frame.current?.scrollHeight ?? 0 }, '*');
    const watch = new ResizeObserver(tell);
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [isFramed]);
  const look = () => {
    if (typed.trim()) setSearch(new URLSearchParams({ tag: typed.trim() }));
  };
  const card = { background: token.colorBgContainer } as const;
  return (
    <main ref={frame} className={isFramed ? s.framed : s.page}>
      {!isFramed && (
        <header className={s.head}>
          <Space data-record>
            {data?.tenantLogo && <img src={data.tenantLogo} alt="" />}
            <Typography.Text strong>{data?.tenantTitle || text('title')}</Typography.Text>
          </Space>
          <LanguageSwitch />
        </header>
      )}
      {c === '' && tag === '' && (
        <section className={s.card} style={card}>
          <Typography.Title level={4} style={{ marginBlockStart: 0 }}>
            {text('title')}
          </Typography.Title>
          <Typography.Paragraph type="secondary">{text('hint')}</Typography.Paragraph>
          <Space.Compact block>
            <Input
              size="large"
              aria-label={text('tag')}
              inputMode="numeric"
              maxLength={15}
              value={typed}
              onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
              onPressEnter={look}
            />
            <Button size="large" type="primary" onClick={look}>
              {text('look')}
            </Button>
          </Space.Compact>
        </section>
      )}
      {isFetching && !data && (
        <section className={s.card} style={card}>
          <Skeleton active />
        </section>
      )}
      {isAsked && (
        <section className={s.card} style={card}>
          <VisitorCheck said={error.message} round={errorUpdateCount} onShown={setShown} />
        </section>
      )}
      {error && !isAsked && !isUnknown && <Alert type="warning" showIcon title={error.message} />}
      {isUnknown && (
        <section className={s.card} style={card}>
          <Empty description={text('unknown')}>
            {!isFramed && <Button onClick={() => setSearch(new URLSearchParams())}>{text('again')}</Button>}
          </Empty>
        </section>
      )}
      {isOthers && <OthersCode c={c} isFramed={isFramed} card={card} />}
      {data && <Told told={data} card={card} />}
      {data && <OthersTell told={data} c={c} isFramed={isFramed} card={card} />}
    </main>
  );
}

/** What other modules tell everybody of an animal, a card each; registered without a permission. */
export const publicAnimalPlace = 'registry.publicAnimal';
/** What such a part is given: the number as it is worn, and the code by which the page was opened, if it was. */
export interface PublicAnimalPart {
  readonly tagNo: string;
  readonly c: string;
  readonly isFramed: boolean;
}

const nobody: ReadonlySet<string> = new Set();

/** Codes of other modules: twelve signs on a label, where an animal's own is a long one. */
const othersCode = /^[\s-]*[A-Z](?:[\s-]*[0-9A-Z]){11}[\s-]*$/i;
export const publicCodePlace = 'registry.publicCode';
export interface PublicCodePart {
  readonly c: string;
  readonly isFramed: boolean;
}
function OthersCode({
  c,
  isFramed,
  card,
}: PublicCodePart & {
  readonly card: { readonly background: string };
}) {
  const parts = useSlotParts<PublicCodePart>(publicCodePlace, nobody);
  return parts.map(({ key, label, View }) => (
    <section key={key} className={s.card} style={card} aria-label={label}>
      <View c={c} isFramed={isFramed} />
    </section>
  ));
}

function OthersTell({
  told,
  c,
  isFramed,
  card,
}: {
  readonly told: Told;
  readonly c: string;
  readonly isFramed: boolean;
  readonly card: { readonly background: string };
}) {
  const parts = useSlotParts<PublicAnimalPart>(publicAnimalPlace, nobody);
  return parts.map(({ key, label, View }) => (
    <section key={key} className={s.card} style={card} aria-label={label}>
      <Typography.Title level={5} style={{ marginBlockStart: 0 }}>
        {label}
      </Typography.Title>
      <View tagNo={told.tagNo} c={c} isFramed={isFramed} />
    </section>
  ));
}

function Told({ told, card }: { readonly told: Told; readonly card: { readonly background: string } }): ReactNode {
  const { token } = theme.useToken();
  const text = useTexts('registry.publicAnimal');
  const facts: readonly (readonly [string, string | null])[] = [
    ['species', told.species],
    ['breed', told.breedName],
    ['sex', told.sexName],
    ['birthMonth', told.birthMonth],
    ['stage', told.stageName],
    ['county', told.countyName],
    ['origin', told.originCountyName],
    ['holder', told.holderName],
    ['quarantine', told.quarantine && `${told.quarantine.month} · …${told.quarantine.certTail}`],
    ['slaughter', told.slaughter && [told.slaughter.month, told.slaughter.plantName].filter(Boolean).join(' · ')],
  ];
  return (
    <>
      <section className={s.card} style={card}>
        {told.photoUrl && <img className={s.photo} src={told.photoUrl} alt={text('photo')} />}
        <h1 className={s.tag}>
          <EarTag tag={told.tagNo} />
        </h1>
        <Space wrap>
          <Tag color={told.state === 'inStock' ? 'success' : 'default'}>{text(`state.${told.state}`)}</Tag>
          {told.tagReplaced && <Tag>{text('tagReplaced')}</Tag>}
          {told.immunities.map((one) => (
            <Tag
              key={`${one.vaccineName} ${one.month}`}
              className={s.shot ?? ''}
              color={one.valid ? 'success' : 'default'}
            >
              {[`${one.vaccineName} ${one.month}`, one.valid && text('protects')].filter(Boolean).join(' · ')}
            </Tag>
          ))}
        </Space>
        <dl className={s.facts}>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>
                  <Typography.Text type="secondary">{text.any(name)}</Typography.Text>
                </dt>
                <dd data-record>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section className={s.card} style={card}>
        <Typography.Title level={5} style={{ marginBlockStart: 0 }}>
          {text('journey')}
        </Typography.Title>
        <Timeline
          items={told.line.toReversed().map((one, index) => ({
            key: `${one.kind} ${index}`,
            content: (
              <>
                <b>{one.kindName}</b>{' '}
                <Typography.Text type="secondary" data-record>
                  {one.month} · {one.countyName}
                </Typography.Text>
              </>
            ),
          }))}
        />
        <span role="status" style={{ color: told.chain.ok ? token.colorSuccessText : token.colorErrorText }}>
          {told.chain.ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
          {text(told.chain.ok ? 'chainOk' : 'chainBroken', { n: told.chain.count })}
        </span>
      </section>
    </>
  );
}
