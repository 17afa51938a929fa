import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { knowledgeArticle, originDiff } from '#modules/cure/contract/knowledge/article.ts';
import { NoticeBody } from '#modules/platform/web/index.ts';
import { SideBySide } from './side-by-side.tsx';

const editor = '/cure/knowledge/baikeEdit';

/** 知识百科: what the tenant knows; readers see the approved revision. */
export default function BaikePage() {
  const text = useTexts('cure.baikePage');
  const { openPage } = usePage();
  const { actions } = useSession();
  const [compared, setCompared] = useState<number | null>(null);
  return (
    <>
      <ListPage
        resource={knowledgeArticle}
        onForm={({ id }) => openPage(id ? `${editor}?id=${id}` : editor)}
        cells={{ content: (row) => <NoticeBody html={row.content} /> }}
        actions={(row) =>
          row.source === 'adopted' ? [{ key: 'origin', label: text('origin'), run: () => setCompared(row.id) }] : []
        }
        extra={() =>
          actions.has('sys:encyclopedia:adopt') && (
            <Button onClick={() => openPage('/tenant/encyclopedia')}>{text('adopt')}</Button>
          )
        }
      />
      {compared !== null && <Origin id={compared} onClose={() => setCompared(null)} />}
    </>
  );
}

function Origin({ id, onClose }: { readonly id: number; onClose(): void }) {
  const text = useTexts('cure.baikePage');
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.baike.origin', id],
    queryFn: () => call(originDiff, { query: { id }, quiet: true }),
  });
  return (
    <Modal open width={1000} footer={null} title={text('origin')} onCancel={onClose}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <SideBySide
          left={{ title: text('ownText'), html: data.own }}
          right={{ title: text('originText'), html: data.origin }}
        />
      )}
    </Modal>
  );
}
