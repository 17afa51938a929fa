import type { CSSProperties } from 'react';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { CellProps } from './cell-props.ts';
import './dict.css';

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
    <span className="ml-tags" title={label ?? ''}>
      {value.map((one) => {
        const found = options.find((option) => option.dictValue === one);
        return <DictTag key={one} label={found?.dictLabel ?? one} color={found?.color ?? null} />;
      })}
      {value.length > inTable && <span className="ml-tag ml-tags-more">+{value.length - inTable}</span>}
    </span>
  );
}

/** The dictionary's colour tints the tag and stays out of the text, so that any colour can be read in any theme. */
const DictTag = ({ label, color }: { readonly label: string; readonly color: string | null }) => (
  <span className="ml-tag" title={label} style={color ? ({ '--tint': color } as CSSProperties) : undefined}>
    {label}
  </span>
);
