import { Alert, Flex } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { articleRevision } from '#modules/cure/contract/knowledge/article.ts';
import { NoticeBody } from '#modules/platform/web/index.ts';
import { SideBySide } from './side-by-side.tsx';

/** 百科审核: the text handed in, beside the one readers have. */
export default function ReviewPage() {
  const text = useTexts('cure.reviewPage');
  return (
    <ResourcePage
      resource={articleRevision}
      cells={{
        content: (row) => (
          <Flex vertical gap={8}>
            {row.doseOutside && <Alert type="warning" showIcon title={text('doseOutside')} />}
            {row.liveContent ? (
              <SideBySide
                left={{ title: text('live'), html: row.liveContent }}
                right={{ title: text('handedIn'), html: row.content }}
              />
            ) : (
              <NoticeBody html={row.content} />
            )}
          </Flex>
        ),
        liveContent: () => <span>-</span>,
      }}
    />
  );
}
