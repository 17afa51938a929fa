import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Input } from 'antd';
import { useMemo } from 'react';
import { callFile } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { useCanAny } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { openApi } from '#modules/platform/contract/integration/openapi.ts';
import { Forbidden } from '../exception/forbidden.tsx';
import s from './api.module.css';
import { type ApiCall, type ApiDocument, callsOf, findCalls } from './api-calls.ts';
import { apiReaders } from './api-readers.ts';
import { CallView } from './call-view.tsx';
import { MethodTag } from './method-tag.tsx';

async function readDocument(): Promise<ApiDocument> {
  const { file } = await callFile(openApi, { quiet: true });
  return JSON.parse((await file?.blob.text()) ?? '{"paths":{},"components":{"schemas":{}}}') as ApiDocument;
}

/** Every call of the product, as its own description tells it. */
export default function ApiPage() {
  return useCanAny(apiReaders) ? <Guide /> : <Forbidden path="/user/api" />;
}

function Guide() {
  const t = useT();
  const url = useUrlState();
  const query = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Number.POSITIVE_INFINITY });
  const save = useMutation({ mutationFn: () => download(openApi) });
  const words = url.get('words') ?? '';
  const calls = useMemo(() => (query.data ? callsOf(query.data) : []), [query.data]);
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const found = findCalls(calls, words);
  const chosen = calls.find((one) => one.id === url.get('call')) ?? found[0];
  return (
    <div className={s.page}>
      <Card className={s.side ?? ''} styles={{ body: { padding: 0 } }}>
        <div className={s.search}>
          <Input.Search
            allowClear
            defaultValue={words}
            placeholder={t('shell.api.search')}
            aria-label={t('shell.api.search')}
            onChange={(event) => url.set({ words: event.target.value }, { replace: true })}
          />
          <div className={s.count}>
            <span>{t('shell.api.count', { n: found.length })}</span>
            <Button
              type="link"
              size="small"
              icon={<DownloadOutlined aria-hidden />}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('shell.api.download')}
            </Button>
          </div>
        </div>
        <CallList calls={found} chosen={chosen?.id} onChoose={(id) => url.set({ call: id }, { replace: true })} />
      </Card>
      <Card className={s.main ?? ''}>
        {chosen ? (
          <CallView call={chosen} schemas={query.data.components.schemas} />
        ) : (
          <Empty description={t('shell.api.none')} />
        )}
      </Card>
    </div>
  );
}

interface ListProps {
  readonly calls: readonly ApiCall[];
  readonly chosen: string | undefined;
  onChoose(id: string): void;
}

function CallList({ calls, chosen, onChoose }: ListProps) {
  const t = useT();
  const modules = [...new Set(calls.map((one) => one.module))];
  if (modules.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.api.none')} />;
  return (
    <nav className={s.calls} aria-label={t('shell.api.title')}>
      {modules.map((module) => (
        <section key={module}>
          <h2>{module}</h2>
          {calls
            .filter((one) => one.module === module)
            .map((one) => (
              <button key={one.id} type="button" aria-current={one.id === chosen} onClick={() => onChoose(one.id)}>
                <MethodTag method={one.method} />
                <span title={one.path}>{one.path.replace('/api/', '')}</span>
              </button>
            ))}
        </section>
      ))}
    </nav>
  );
}
