import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Flex, List, Modal } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { articleFromCase, myArticle, tellableCases } from '#modules/cure/contract/knowledge/article.ts';
import { NoticeBody } from '#modules/platform/web/index.ts';

const editor = '/cure/knowledge/baikeEdit';

/** 我的百科: own texts, and closed cases that may be told. */
export default function MyBaikePage() {
  const text = useTexts('cure.baikePage');
  const { openPage } = usePage();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <ListPage
        resource={myArticle}
        onNew={() => openPage(editor)}
        cells={{ content: (row) => <NoticeBody html={row.content} /> }}
        actions={(row) => [{ key: 'write', label: text('write'), run: () => openPage(`${editor}?id=${row.id}`) }]}
        extra={() => (
          <Flex gap={8}>
            <Button onClick={() => setChoosing(true)}>{text('fromCase')}</Button>
          </Flex>
        )}
      />
      {isChoosing && <Cases onClose={() => setChoosing(false)} />}
    </>
  );
}

function Cases({ onClose }: { onClose(): void }) {
  const text = useTexts('cure.baikePage');
  const { openPage } = usePage();
  const { data, isPending } = useQuery({
    queryKey: ['cure.baike.cases'],
    queryFn: () => call(tellableCases, { quiet: true }),
  });
  const draft = async (consultId: number) => {
    const { id } = await call(articleFromCase, { body: { consultId }, idempotencyKey: newKey() });
    onClose();
    openPage(`${editor}?id=${id}`);
  };
  return (
    <Modal open footer={null} title={text('fromCase')} onCancel={onClose}>
      {data?.length === 0 && <Empty description={text('noCases')} />}
      <List
        loading={isPending}
        dataSource={data ?? []}
        locale={{ emptyText: ' ' }}
        renderItem={(one) => (
          <List.Item
            key={one.id}
            actions={[
              <TextButton key="draft" onClick={() => void draft(one.id).catch(() => {})}>
                {text('draft')}
              </TextButton>,
            ]}
          >
            <List.Item.Meta title={one.disease ?? text('noDisease')} description={`${one.docNo} · ${one.signs}`} />
          </List.Item>
        )}
      />
    </Modal>
  );
}
