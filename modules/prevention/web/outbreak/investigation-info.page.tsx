import { PlusOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { investigationInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { AddPoints } from './add-points.tsx';
import { FillForm } from './fill-form.tsx';

/** 流调信息: every holding that was, or is to be, looked at. */
export default function InvestigationInfoPage() {
  const { search } = usePage();
  const mayFill = useCan('ant:investigation:fill');
  const [filling, setFilling] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const actionId = Number(search.get('actionId')) || null;
  const text = useTexts('prevention.infoPage');
  return (
    <>
      <ListPage
        resource={investigationInfo}
        isOwn={false}
        onForm={() => {}}
        cells={{
          actionId: (row) => (
            <PageLink to={`/ant/investigation/actionDetail?id=${row.actionId}`}>
              {row.actionIdName ?? row.actionId}
            </PageLink>
          ),
          ill: (row) => (row.ill > 0 ? <Typography.Text type="danger">{row.ill}</Typography.Text> : 0),
        }}
        actions={(row) => [
          {
            key: 'fill',
            label: text(mayFill && ['draft', 'returned'].includes(row.status) ? 'fill' : 'read'),
            run: () => setFilling(row.id),
          },
        ]}
        extra={() =>
          mayFill && (
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={actionId === null}
              title={actionId === null ? text('chooseAction') : undefined}
              onClick={() => setAdding(true)}
            >
              {text('addPoints')}
            </Button>
          )
        }
      />
      {isAdding && actionId !== null && <AddPoints actionId={actionId} onClose={() => setAdding(false)} />}
      {filling !== null && <FillForm id={filling} onClose={() => setFilling(null)} />}
    </>
  );
}
