import { Button, Flex, List, Modal, Tag, Typography } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { SimilarPrincipal } from '#modules/registry/contract/principal/principal.ts';

interface Props {
  readonly rows: readonly SimilarPrincipal[];
  onCancel(): void;
  onAnyway(): void;
}

/** Those of the village with the same name or number: one of them may be the one that is being entered. */
export function SimilarDialog({ rows, onCancel, onAnyway }: Props) {
  const t = useT();
  const text = useTexts('registry.principalAdd');
  return (
    <Modal
      open
      width={620}
      title={text('similarTitle', { n: rows.length })}
      onCancel={onCancel}
      footer={
        <Flex justify="end" gap={8}>
          <Button onClick={onCancel}>{t('kit.cancel')}</Button>
          <Button type="primary" onClick={onAnyway}>
            {text('anyway')}
          </Button>
        </Flex>
      }
    >
      <List
        size="small"
        dataSource={[...rows]}
        renderItem={(row) => (
          <List.Item
            key={row.id}
            actions={[
              <PageLink key="open" to={`/pri/mainFile?id=${row.id}`}>
                {text('openOther')}
              </PageLink>,
            ]}
          >
            <List.Item.Meta
              title={
                <Flex gap={8} wrap data-record>
                  {row.name}
                  {row.why.map((why) => (
                    <Tag key={why} color="warning">
                      {text(`why_${why}`)}
                    </Tag>
                  ))}
                </Flex>
              }
              description={
                <Typography.Text type="secondary" data-record>
                  {[row.contactName, row.contactPhone, row.regionName].filter(Boolean).join(' · ')}
                </Typography.Text>
              }
            />
          </List.Item>
        )}
      />
    </Modal>
  );
}
