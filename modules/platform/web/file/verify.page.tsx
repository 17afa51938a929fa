import {
  CheckCircleFilled,
  CloseCircleFilled,
  FilePdfOutlined,
  InfoCircleFilled,
  WarningFilled,
} from '@ant-design/icons';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Empty, Flex, Skeleton, Typography, theme, Upload } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { verifyPaper } from '#modules/platform/contract/file/papers.ts';
import { codeIn, paperCodeOf } from '#modules/platform/contract/file/read-paper.ts';
import s from './verify.module.css';

type Told = DataOf<typeof verifyPaper>;
interface Asked {
  readonly code?: string;
  readonly hash?: string;
}

/** By the bytes first; a file nobody issued may still say which paper it was made from. */
async function ask({ code, hash }: Asked): Promise<Told> {
  if (!hash) return call(verifyPaper, { query: { ...(code && { code }) }, quiet: true });
  try {
    return await call(verifyPaper, { query: { hash }, quiet: true });
  } catch (error) {
    if (!code || !(error instanceof ApiError) || error.code !== 404) throw error;
    return call(verifyPaper, { query: { code, hash }, quiet: true });
  }
}

/** 文书核验: whether a paper is genuine, for whoever holds it, without a login. */
export default function VerifyPage() {
  const text = useTexts('platform.paper');
  const language = useLanguage();
  const { token } = theme.useToken();
  const { search, setSearch } = usePage();
  const [file, setFile] = useState<Asked | null>(null);
  const code = search.get('c') ?? '';
  const asked: Asked | null = file ?? (code ? { code } : null);
  const { data, error, isFetching } = useQuery({
    queryKey: ['platform.paper', asked, language],
    queryFn: () => ask(asked ?? {}),
    enabled: asked !== null,
    retry: false,
    staleTime: 60_000,
  });
  const isUnknown = error instanceof ApiError && error.code === 404;
  const card = { background: token.colorBgContainer };
  const look = (next: string | null) => {
    setFile(null);
    setSearch(new URLSearchParams(next ? { c: codeIn(next) } : {}));
  };
  const take = async (chosen: File) => {
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const [hash, own] = [bytesToHex(sha256(bytes)), paperCodeOf(bytes)];
      setFile({ hash, ...((own ?? code) && { code: own ?? code }) });
    } catch {
      notify('error', text('unreadable'));
    }
  };
  return (
    <main className={s.page}>
      <header className={s.head}>
        <Typography.Text strong data-record>
          {data?.tenantTitle || text('title')}
        </Typography.Text>
        <LanguageSwitch />
      </header>
      <section className={s.card} style={card}>
        <Typography.Title level={4} style={{ marginBlockStart: 0 }}>
          {text('title')}
        </Typography.Title>
        {!asked && <Typography.Paragraph type="secondary">{text('hint')}</Typography.Paragraph>}
        <Flex vertical gap={12}>
          {!asked && (
            <ScanInput size="large" aria-label={text('code')} placeholder={text('code')} onScan={(raw) => look(raw)} />
          )}
          <Upload.Dragger
            accept="application/pdf"
            showUploadList={false}
            beforeUpload={(chosen) => {
              void take(chosen);
              return false;
            }}
          >
            <FilePdfOutlined style={{ fontSize: 24 }} aria-hidden /> {text('drop')}
          </Upload.Dragger>
        </Flex>
      </section>
      {isFetching && (
        <section className={s.card} style={card}>
          <Skeleton active />
        </section>
      )}
      {!isFetching && isUnknown && (
        <section className={s.card} style={card}>
          {file ? (
            <Verdict
              icon={<CloseCircleFilled style={{ color: token.colorError }} />}
              title={text('unknown')}
              hint={text('unknownFile')}
            />
          ) : (
            <Empty description={text('unknown')} />
          )}
        </section>
      )}
      {!isFetching && error && !isUnknown && <Alert type="warning" showIcon title={error.message} />}
      {!isFetching && data && !error && <Known told={data} card={card} />}
      {asked && !isFetching && <Button onClick={() => look(null)}>{text('again')}</Button>}
    </main>
  );
}

function Known({ told, card }: { readonly told: Told; readonly card: { readonly background: string } }) {
  const text = useTexts('platform.paper');
  const { token } = theme.useToken();
  const icons = {
    genuine: <CheckCircleFilled style={{ color: token.colorSuccess }} />,
    changed: <CloseCircleFilled style={{ color: token.colorError }} />,
    issued: <InfoCircleFilled style={{ color: token.colorPrimary }} />,
  };
  return (
    <section className={s.card} style={card}>
      <Verdict icon={icons[told.state]} title={text(told.state)} hint={text(`${told.state}Hint`)} />
      {told.voidedAt && (
        <Alert
          type="error"
          icon={<WarningFilled />}
          showIcon
          title={text('voided')}
          description={`${wallTime(told.voidedAt)} ${told.voidReason ?? ''}`}
        />
      )}
      <Typography.Title level={5} data-record>
        {told.title}
      </Typography.Title>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'no', label: text('docNo'), children: told.docNo },
          ...told.facts.map(({ label, value }) => ({
            key: `fact ${label}`,
            label,
            children: <span data-record>{value}</span>,
          })),
          { key: 'at', label: text('issuedAt'), children: wallTime(told.issuedAt) },
          ...(told.tenantTitle
            ? [{ key: 'by', label: text('issuer'), children: <span data-record>{told.tenantTitle}</span> }]
            : []),
          { key: 'hash', label: text('digest'), children: <code>{told.contentHash}</code> },
        ]}
      />
    </section>
  );
}

function Verdict({
  icon,
  title,
  hint,
}: {
  readonly icon: React.ReactNode;
  readonly title: string;
  readonly hint: string;
}) {
  return (
    <div role="status" className={s.verdict}>
      <span className={s.icon}>{icon}</span>
      <div>
        <Typography.Text strong style={{ fontSize: 18 }}>
          {title}
        </Typography.Text>
        <div>
          <Typography.Text type="secondary">{hint}</Typography.Text>
        </div>
      </div>
    </div>
  );
}
