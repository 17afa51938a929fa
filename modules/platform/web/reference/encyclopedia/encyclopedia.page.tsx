import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { call, callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import {
  adoptArticles,
  readArticle,
  sysEncyclopedia,
} from '#modules/platform/contract/reference/encyclopedia/sys-encyclopedia.ts';
import { publicPicture } from '../../common/picture-field.tsx';
import { NoticeBody } from '../../notice/notice-body.tsx';
import { PhoneFrame, withAddresses } from './phone-frame.tsx';

const formPath = '/tenant/encyclopedia/edit';
const coverStyle = { width: 56, height: 36, objectFit: 'cover', borderRadius: 4, display: 'block' } as const;

/** The shared articles: written by the operator, looked at and taken by tenants. */
export default function EncyclopediaPage() {
  const t = useT();
  const client = useQueryClient();
  const { openPage } = usePage();
  const mayAdopt = useCan('sys:encyclopedia:adopt');
  const [shown, setShown] = useState<number | null>(null);
  const adopt = async (idArr: number[]) => {
    const { msg } = await callEnvelope(adoptArticles, { body: { idArr }, idempotencyKey: newKey() });
    notify('success', msg);
    await client.invalidateQueries({ queryKey: resourceKey(sysEncyclopedia) });
  };
  return (
    <>
      <ListPage
        resource={sysEncyclopedia}
        cells={{
          cover: (row) =>
            row.cover === null ? <span>-</span> : <img src={publicPicture(row.cover)} alt="" style={coverStyle} />,
          content: (row) => <NoticeBody html={withAddresses(row.content)} />,
        }}
        onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : formPath)}
        actions={(row) => [
          { key: 'preview', label: t('platform.sysEncyclopedia.preview'), run: () => setShown(row.id) },
          ...(mayAdopt && row.status === 'published' && !row.adopted
            ? [
                {
                  key: 'adopt',
                  label: t('platform.sysEncyclopedia.adopt'),
                  run: () => void adopt([row.id]).catch(() => {}),
                },
              ]
            : []),
        ]}
        extra={(list) => {
          const able = list.selected.filter((row) => row.status === 'published' && !row.adopted);
          if (!mayAdopt || able.length === 0) return null;
          return (
            <Button
              type="primary"
              onClick={() =>
                void adopt(able.map((row) => row.id)).then(
                  () => list.select([]),
                  () => {},
                )
              }
            >
              {t('kit.someOf', { label: t('platform.sysEncyclopedia.adopt'), n: able.length })}
            </Button>
          );
        }}
      />
      {shown !== null && <Preview id={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function Preview({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['platform.article', id, language],
    queryFn: () => call(readArticle, { params: { id } }),
  });
  return (
    <Modal open footer={null} width={420} title={t('platform.sysEncyclopedia.preview')} onCancel={onClose}>
      {!data && <Skeleton active />}
      {data && (
        <PhoneFrame
          title={data.title}
          coverUrl={data.coverUrl}
          html={data.content}
          meta={
            <Flex gap={8} wrap>
              <span>{data.categoryName}</span>
              {data.source && <span>{data.source}</span>}
              {data.publishedAt && <span>{wallTime(data.publishedAt).slice(0, 10)}</span>}
              <span>{t('platform.sysEncyclopedia.read', { n: data.views })}</span>
            </Flex>
          }
        />
      )}
    </Modal>
  );
}
