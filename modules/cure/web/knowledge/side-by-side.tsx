import { Card, Flex } from 'antd';
import { NoticeBody } from '#modules/platform/web/index.ts';

interface Text {
  readonly title: string;
  readonly html: string;
}
/** Two texts beside each other, one below the other on a phone. */
export const SideBySide = ({ left, right }: { readonly left: Text; readonly right: Text }) => (
  <Flex gap={12} wrap align="stretch">
    {[left, right].map(({ title, html }) => (
      <Card key={title} size="small" title={title} style={{ flex: '1 1 320px', minWidth: 0 }}>
        <NoticeBody html={html} />
      </Card>
    ))}
  </Flex>
);
