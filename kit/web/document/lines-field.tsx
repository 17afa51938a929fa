import { DeleteOutlined } from '@ant-design/icons';
import { Button, theme } from 'antd';
import type { ClipboardEvent, CSSProperties, KeyboardEvent } from 'react';
import type { Field } from '#kit/contract/field.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import type { FieldInputProps } from '#kit/web/fields/field-props.ts';
import { plainInputs } from '#kit/web/fields/plain-inputs.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isNumber } from '#kit/web/resource/table-columns.tsx';
import { computed, isBlock, type Line } from './line-values.ts';
import './lines.css';
import { ScanField } from '#kit/web/field/scan-field.tsx';
import { TotalsRow } from './totals-row.tsx';
import { type LinesModel, useLines } from './use-lines.ts';

const none: readonly Line[] = [];

/** The lines of a document, typed like a spreadsheet: Enter goes on, a block can be pasted, a scanner adds lines. */
export function LinesField({ id, name = '', field, value, values = {}, onChange, ...own }: FieldInputProps<Line[]>) {
  const t = useT();
  const { token } = theme.useToken();
  const lines = value ?? none;
  const model = useLines({ id, field, value: lines, head: values, onChange });
  const noun = `${own.entity}${capital(name.replace(/s$/, ''))}`;
  const label = (column: string) => t.any(`${noun}.${column}`);
  // The last line is always an empty one to begin: nothing has to be added by hand.
  const shown = own.disabled || model.isFull ? lines : [...lines, {}];
  const colors = {
    '--line': token.colorBorderSecondary,
    '--head': token.colorFillAlter,
    '--wrong': token.colorError,
  } as CSSProperties;
  return (
    <div id={id} tabIndex={-1} className="ml-lines" style={colors}>
      {model.spec.scan && !own.disabled && <ScanField id={`${id}-scan`} onScan={model.scan} />}
      <table aria-label={t.any(`${noun}._title`)}>
        <thead>
          <tr>
            <th className="ml-lines-no">#</th>
            {model.columns.map((column) => {
              const one = model.spec.fields[column] as Field;
              return (
                <th key={column} data-number={isNumber(one.kind)} data-kind={one.kind}>
                  {label(column)}
                  {!one.optional && !one.derived && <span aria-hidden> *</span>}
                </th>
              );
            })}
            <th className="ml-lines-no" aria-label={t('kit.actions')} />
          </tr>
        </thead>
        <tbody>
          {shown.map((line, at) => (
            <LineRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name while it is typed
              key={at}
              {...{ id, name, at, model, label, line, head: values }}
              isNew={at >= lines.length}
              disabled={own.disabled}
              problems={own.problems ?? {}}
            />
          ))}
        </tbody>
        <TotalsRow spec={model.spec} lines={lines.map((line) => computed(model.spec, line))} />
      </table>
    </div>
  );
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly line: Line;
  readonly head: Line;
  readonly model: LinesModel;
  readonly isNew: boolean;
  readonly disabled: boolean;
  readonly problems: Readonly<Record<string, string>>;
  label(column: string): string;
}

function LineRow({ id, name, at, line, head, model, isNew, disabled, problems, label }: RowProps) {
  const t = useT();
  const full = computed(model.spec, line);
  const handleKey = (event: KeyboardEvent, column: string) => {
    if (event.key === 'Delete' && event.ctrlKey && !isNew) model.remove(at);
    if (event.key !== 'Enter') return;
    // Neither sends the form; an open list of choices takes the choice first.
    event.preventDefault();
    if ((event.target as HTMLElement).getAttribute('aria-expanded') !== 'true') model.next(at, column);
  };
  const handlePaste = (event: ClipboardEvent, column: string) => {
    const text = event.clipboardData.getData('text');
    if (!isBlock(text)) return;
    event.preventDefault();
    void model.paste(at, column, text);
  };
  return (
    <tr data-new={isNew}>
      <td className="ml-lines-no">{isNew ? '' : at + 1}</td>
      {model.columns.map((column) => {
        const one = model.spec.fields[column] as Field;
        const Input = plainInputs[one.kind as keyof typeof plainInputs];
        const problem = problems[`${name}.${at}.${column}`];
        const cellId = `${id}-${at}-${column}`;
        if (one.derived)
          return (
            <td key={column} data-label={label(column)} data-number={isNumber(one.kind)}>
              <Cell name={column} field={one} row={full} />
            </td>
          );
        return (
          <td
            key={column}
            data-label={label(column)}
            data-wrong={problem !== undefined}
            onKeyDownCapture={(event) => handleKey(event, column)}
            onPasteCapture={(event) => handlePaste(event, column)}
          >
            <Input
              id={cellId}
              name={column}
              field={one}
              value={line[column]}
              values={{ ...head, ...line }}
              onChange={(next) => model.set(at, column, next)}
              onBlur={() => {}}
              disabled={disabled}
              invalid={problem !== undefined}
              describedBy={problem ? `${cellId}-problem` : undefined}
            />
            {problem && (
              <small id={`${cellId}-problem`} role="alert">
                {problem}
              </small>
            )}
          </td>
        );
      })}
      <td className="ml-lines-no">
        {!isNew && !disabled && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            title={t('document.removeLine')}
            aria-label={t('document.removeLineNo', { n: at + 1 })}
            onClick={() => model.remove(at)}
          />
        )}
      </td>
    </tr>
  );
}
