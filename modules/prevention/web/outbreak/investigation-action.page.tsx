import { PlusOutlined } from '@ant-design/icons';
import { Button, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type InvestigationAction, investigationAction } from '#modules/prevention/contract/outbreak/investigation.ts';
import { ActionForm } from './action-form.tsx';
import { useDiseaseName } from './names.tsx';

export const detailPath = '/ant/investigation/actionDetail';
const editable = new Set(['draft', 'issued', 'ongoing']);

/** 流调行动: emergencies that are not over stand first, in red. */
export default function InvestigationActionPage() {
  const t = useT();
  const { openPage } = usePage();
  const mayAdd = useCan('ant:investigation:add');
  const diseaseName = useDiseaseName();
  const [form, setForm] = useState<{ readonly row?: InvestigationAction } | null>(null);
  const text = useTexts('prevention.actionPage');
  return (
    <>
      <ListPage
        resource={investigationAction}
        onForm={() => setForm({})}
        cells={{
          name: (row) => <PageLink to={`${detailPath}?id=${row.id}`}>{row.name}</PageLink>,
          type: (row) =>
            row.urgent ? (
              <Tag color="red">{row.typeName}</Tag>
            ) : (
              <Typography.Text>{row.typeName ?? row.type}</Typography.Text>
            ),
          diseaseName: (row) => diseaseName(row.diseaseCode),
          points: (row) =>
            row.points === 0 ? 0 : <PageLink to={`/ant/investigation/info?actionId=${row.id}`}>{row.points}</PageLink>,
        }}
        actions={(row) => [
          { key: 'open', label: text('open'), run: () => openPage(`${detailPath}?id=${row.id}`) },
          ...(mayAdd && editable.has(row.status)
            ? [{ key: 'change', label: t('kit.edit'), run: () => setForm({ row }) }]
            : []),
        ]}
        extra={() =>
          mayAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setForm({})}>
              {text('add')}
            </Button>
          )
        }
      />
      {form && <ActionForm row={form.row} onClose={() => setForm(null)} />}
    </>
  );
}
