import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

export interface Action {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  run(): void;
}

/** At most three side by side; with more, or with long names, the first ones and a menu. */
const mostInline = 3;
const room = 176;
const menuWidth = 32;
const widthOf = (label: string): number => [...label].reduce((sum, one) => sum + (one > '\u2e80' ? 14 : 7.5), 14);

/** How many stand beside each other in the column. */
function inlineOf(actions: readonly Action[]): number {
  const total = (n: number) => actions.slice(0, n).reduce((sum, { label }) => sum + widthOf(label), 0);
  if (actions.length <= mostInline && total(actions.length) <= room) return actions.length;
  return total(mostInline - 1) + menuWidth <= room ? mostInline - 1 : 1;
}

interface ActionButtonsProps {
  readonly actions: readonly Action[];
  /** Everything in the menu. */
  readonly isNarrow: boolean;
}

/** What can be done with a row, in its last column. */
export function ActionButtons({ actions, isNarrow }: ActionButtonsProps) {
  const t = useT();
  if (actions.length === 0) return <span>-</span>;
  const inline = isNarrow ? 0 : inlineOf(actions);
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
