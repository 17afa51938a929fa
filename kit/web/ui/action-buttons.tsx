import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { TextButton } from './text-button.tsx';

export interface Action {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** The step most people come for. */
  readonly isMain?: boolean;
  run(): void;
}

/** At most two side by side; with more, or with long names, the first ones and a menu. */
const mostInline = 2;
const room = 152;
const menuWidth = 32;
const widthOf = (label: string): number => [...label].reduce((sum, one) => sum + (one > '\u2e80' ? 14 : 7.5), 14);

/** How many stand beside each other in the column. */
function inlineOf(actions: readonly Action[]): number {
  const total = (n: number) => actions.slice(0, n).reduce((sum, { label }) => sum + widthOf(label), 0);
  if (actions.length <= mostInline && total(actions.length) <= room) return actions.length;
  return total(mostInline) + menuWidth <= room ? mostInline : 1;
}

interface ActionButtonsProps {
  readonly actions: readonly Action[];
  /** Everything in the menu. */
  readonly isNarrow: boolean;
}

/** What can be done with a row, in its last column. */
export function ActionButtons({ actions, isNarrow }: ActionButtonsProps) {
  if (actions.length === 0) return <span>-</span>;
  const inline = isNarrow ? 0 : inlineOf(actions);
  const rest = actions.slice(inline);
  return (
    <span className="ml-actions">
      {actions.slice(0, inline).map(({ key, label, danger = false, run }) => (
        <TextButton key={key} danger={danger} onClick={run}>
          {label}
        </TextButton>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} />}
    </span>
  );
}

/** The menu is made when it is first asked for: one waiting behind every row would be most of what a list draws. */
function MoreActions({ actions }: Pick<ActionButtonsProps, 'actions'>) {
  const t = useT();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const dots = (
    <TextButton
      ref={button}
      aria-label={t('kit.more')}
      aria-haspopup="menu"
      aria-expanded={isOpen === true}
      onClick={() => isOpen === null && setOpen(true)}
    >
      <EllipsisOutlined aria-hidden />
    </TextButton>
  );
  if (isOpen === null) return dots;
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      autoFocus
      menu={{
        items: actions.map(({ key, label, danger = false }) => ({ key, label, danger })),
        onClick: ({ key }) => {
          // Whatever opens now gives the focus back to where the menu was opened.
          button.current?.focus();
          actions.find((one) => one.key === key)?.run();
        },
      }}
    >
      {dots}
    </Dropdown>
  );
}
