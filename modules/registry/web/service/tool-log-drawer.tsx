import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { type ToolInfo, type ToolLogLine, toolInfo, toolLog } from '#modules/registry/contract/service/tool-info.ts';

interface Props {
  readonly tool: ToolInfo;
  onClose(): void;
}

export function ToolLogDrawer({ tool, onClose }: Props) {
  const t = useT();
  const text = useTexts('registry.toolPage');
  const { options } = useDict('tool_log_action');
  const { data = [], isPending } = useQuery({
    queryKey: [...resourceKey(toolInfo), 'log', tool.id],
    queryFn: () => call(toolLog, { query: { toolId: tool.id }, quiet: true }),
  });
  return (
    <Drawer
      open
      title={<span data-record>{t('registry.toolPage.logOf', { name: tool.name })}</span>}
      size="min(720px, 100vw)"
      onClose={onClose}
    >
      <Table<ToolLogLine>
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={data}
        pagination={false}
        columns={[
          { key: 'onDate', dataIndex: 'onDate', title: text('onDate'), width: 110 },
          {
            key: 'action',
            title: text('action'),
            width: 90,
            render: (_, one) => options.find((option) => option.dictValue === one.action)?.dictLabel ?? one.action,
          },
          { key: 'staff', title: text('staff'), width: 110, render: (_, one) => one.staffName ?? '-' },
          { key: 'result', title: text('result'), render: (_, one) => one.result ?? '-' },
          { key: 'by', title: text('by'), width: 110, render: (_, one) => one.byName ?? '-' },
        ]}
      />
    </Drawer>
  );
}
