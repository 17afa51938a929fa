import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Popover } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ColumnPref, ListPrefs } from './use-list-prefs.ts';

interface Props {
  readonly prefs: ListPrefs;
  labelOf(column: string): string;
}

export function ColumnChooser({ prefs, labelOf }: Props) {
  const t = useT();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={
        <Flex justify="space-between" align="center" gap={24}>
          {t('kit.columns')}
          <Button type="link" size="small" onClick={prefs.reset}>
            {t('kit.reset')}
          </Button>
        </Flex>
      }
      content={<ColumnList prefs={prefs} labelOf={labelOf} />}
    >
      <Button type="text" icon={<SettingOutlined />} title={t('kit.columns')} aria-label={t('kit.columns')} />
    </Popover>
  );
}

function ColumnList({ prefs, labelOf }: Props) {
  const [dragged, setDragged] = useState<string | null>(null);
  const shown = prefs.columns.filter((one) => one.isShown).length;
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: '60vh', overflow: 'auto', minWidth: 260 }}>
      {prefs.columns.map((column, index) => (
        <li
          key={column.name}
          draggable
          onDragStart={() => setDragged(column.name)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged && prefs.move(dragged, index)}
          style={{ cursor: 'grab', opacity: dragged === column.name ? 0.6 : 1 }}
          onDragEnd={() => setDragged(null)}
        >
          <ColumnRow
            column={column}
            label={labelOf(column.name)}
            index={index}
            isOnly={column.isShown && shown === 1}
            prefs={prefs}
          />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly column: ColumnPref;
  readonly label: string;
  readonly index: number;
  /** The last column shown cannot be hidden. */
  readonly isOnly: boolean;
  readonly prefs: ListPrefs;
}

function ColumnRow({ column, label, index, isOnly, prefs }: RowProps) {
  const t = useT();
  const { name, isShown, fix } = column;
  const button = { type: 'text', size: 'small' } as const;
  return (
    <Flex justify="space-between" align="center" gap={8}>
      <Checkbox
        checked={isShown}
        disabled={isOnly}
        onChange={(event) => prefs.show(name, event.target.checked)}
        style={{ paddingBlock: 4 }}
      >
        {label}
      </Checkbox>
      <span>
        <Button
          {...button}
          icon={<ArrowUpOutlined />}
          disabled={index === 0}
          onClick={() => prefs.move(name, index - 1)}
          aria-label={t('kit.moveUp', { name: label })}
        />
        <Button
          {...button}
          icon={<ArrowDownOutlined />}
          disabled={index === prefs.columns.length - 1}
          onClick={() => prefs.move(name, index + 1)}
          aria-label={t('kit.moveDown', { name: label })}
        />
        <Button
          {...button}
          icon={fix ? <PushpinFilled /> : <PushpinOutlined />}
          onClick={() => prefs.fix(name, fix ? null : 'start')}
          aria-pressed={fix !== null}
          aria-label={t('kit.fixColumn', { name: label })}
        />
      </span>
    </Flex>
  );
}
