import { Space, Tag } from 'antd';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { CellProps } from './cell-props.ts';

/** In a row so many are shown, and how many more there are; the styles of the table hide the rest. */
const inTable = 4;

export function DictCell({ field, value, label }: CellProps<string>) {
  const { options } = useDict(field.dict);
  const found = options.find((one) => one.dictValue === value);
  return <DictTag label={found?.dictLabel ?? label ?? value} color={found?.color ?? null} />;
}

export function DictsCell({ field, value, label }: CellProps<string[]>) {
  const { options } = useDict(field.dict);
  if (options.length === 0 && label) return <span title={label}>{label}</span>;
  return (
    <Space size={4} wrap className="ml-tags" title={label ?? ''}>
      {value.map((one) => {
        const found = options.find((option) => option.dictValue === one);
        return <DictTag key={one} label={found?.dictLabel ?? one} color={found?.color ?? null} />;
      })}
      {value.length > inTable && <Tag className="ml-tags-more">+{value.length - inTable}</Tag>}
    </Space>
  );
}

/** The dictionary's colour tints the tag and stays out of the text, so that any colour can be read in any theme. */
function DictTag({ label, color }: { readonly label: string; readonly color: string | null }) {
  if (!color)
    return (
      <Tag style={whole} title={label}>
        {label}
      </Tag>
    );
  return (
    <Tag
      title={label}
      style={{
        ...whole,
        background: `color-mix(in srgb, ${color} 14%, transparent)`,
        borderColor: `color-mix(in srgb, ${color} 45%, transparent)`,
      }}
    >
      <span aria-hidden style={{ ...dot, background: color }} />
      {label}
    </Tag>
  );
}

/** Cut with a sign of it where the column is narrow. */
const whole = { margin: 0, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', verticalAlign: 'middle' };
const dot = { display: 'inline-block', width: 6, height: 6, borderRadius: 3, marginInlineEnd: 6, verticalAlign: 2 };
