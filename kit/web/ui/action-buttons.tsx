import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

export interface Action {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  run(): void;
}

/** At most three side by side; with more, the first two and a menu. */
const mostInline = 3;

interface ActionButtonsProps {
  readonly actions: readonly Action[];
  /** Everything in the menu. */
  readonly isNarrow: boolean;
}

/** What can be done with a row, in its last column. */
export function ActionButtons({ actions, isNarrow }: ActionButtonsProps) {
  const t = useT();
  if (actions.length === 0) return <span>-</span>;
  const inline = isNarrow ? 0 : actions.length > mostInline ? mostInline - 1 : mostInline;
  const rest = actions.slice(inline);
  return (
    <Space size={0}>
      {actions.slice(0, inline).map(({ key, label, danger = false, run }) => (
        <Button key={key} type="link" size="small" danger={danger} onClick={run} style={{ paddingInline: 6 }}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, label, danger = false }) => ({ key, label, danger })),
            onClick: ({ key }) => rest.find((one) => one.key === key)?.run(),
          }}
        >
          <Button type="link" size="small" icon={<EllipsisOutlined />} aria-label={t('kit.more')} />
        </Dropdown>
      )}
    </Space>
  );
}
