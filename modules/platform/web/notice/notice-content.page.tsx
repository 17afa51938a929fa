import { CopyOutlined } from '@ant-design/icons';
import { Button, Flex, Tooltip, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type SysNotice, sysNotice } from '#modules/platform/contract/notice/sys-notice.ts';
import { FileLinks } from '../file/file-links.tsx';
import { AudienceText } from './audience-text.tsx';
import { NoticeBody } from './notice-body.tsx';

const formPath = '/anm/notice/edit';
const board = (row: SysNotice) => `/anm/notice/receipts?noticeId=${row.id}`;
const percent = (row: SysNotice, rate: number | null) =>
  rate === null ? <span>-</span> : <PageLink to={board(row)}>{`${rate.toFixed(1)}%`}</PageLink>;

const cells: Cells<typeof sysNotice> = {
  docNo: (row) => <DocNo row={row} />,
  audience: (row) => (
    <Typography.Text ellipsis={{ tooltip: true }}>
      <AudienceText audience={row.audience} />
    </Typography.Text>
  ),
  receivers: (row) => (row.receivers === null ? <span>-</span> : <PageLink to={board(row)}>{row.receivers}</PageLink>),
  readRate: (row) => percent(row, row.readRate),
  receiptRate: (row) => percent(row, row.receiptRate),
  content: (row) => <NoticeBody html={row.content} />,
  attachments: (row) => <FileLinks fileIds={row.attachments} />,
};

function DocNo({ row }: { readonly row: SysNotice }) {
  const t = useT();
  const { openPage } = usePage();
  const label = t('platform.noticeEdit.copy');
  return (
    <Flex align="center" gap={2} style={{ whiteSpace: 'nowrap' }}>
      <span>{row.docNo}</span>
      <Tooltip title={label}>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={label}
          onClick={() => openPage(`${formPath}?copy=${row.id}`)}
        />
      </Tooltip>
    </Flex>
  );
}

/** What was written, and how far each of it got; writing is a screen of its own. */
export default function NoticeContentPage() {
  const { openPage } = usePage();
  return (
    <ListPage
      resource={sysNotice}
      cells={cells}
      onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : formPath)}
    />
  );
}
