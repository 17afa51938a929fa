import { PaperClipOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Flex, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { fileLink } from '#modules/platform/contract/file/files.ts';

/** Files of a record, each under a link for the one who looks. */
export function FileLinks({ fileIds }: { readonly fileIds: readonly number[] }) {
  const t = useT();
  const links = useQueries({
    queries: fileIds.map((fileId) => ({
      queryKey: ['platform.file', fileId],
      queryFn: () => call(fileLink, { params: { fileId }, quiet: true }),
      staleTime: 300_000,
    })),
  });
  if (fileIds.length === 0) return <span>-</span>;
  return (
    <Flex gap={12} wrap>
      {fileIds.map((fileId, index) => (
        <Typography.Link key={fileId} href={links[index]?.data?.url} target="_blank">
          <PaperClipOutlined aria-hidden /> {t('platform.noticeEdit.file', { n: index + 1 })}
        </Typography.Link>
      ))}
    </Flex>
  );
}
