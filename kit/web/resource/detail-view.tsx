import { Descriptions, Flex, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import { type AnyResource, detailOf, fullName, labelKey, linesIn } from '#kit/contract/resource.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { LinesView } from '#kit/web/document/lines-view.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Reveal } from '#kit/web/ui/reveal.tsx';
import { rowName } from '#kit/web/ui/row-name.ts';
import type { Row } from './resource-calls.ts';
import type { Cells } from './table-columns.tsx';

interface DetailViewProps {
  readonly resource: AnyResource;
  readonly row: Row;
  readonly cells?: Cells | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
}

const wide = new Set(['longText', 'json', 'region', 'files']);

/** One row: its name and state on top, then every field that the detail declares. */
export function DetailView({ resource, row, cells, actions }: DetailViewProps) {
  const t = useT();
  const { stateField } = resource;
  const names = detailOf(resource).filter(
    (name) => name !== stateField && name !== resource.title && !resource.fields[name].lines,
  );
  return (
    <Flex vertical gap={16}>
      <Flex justify="space-between" align="center" gap={12} wrap>
        <Space size={12} align="center">
          <Typography.Title level={4} data-record style={{ margin: 0, overflowWrap: 'anywhere' }}>
            {rowName(resource, row)}
          </Typography.Title>
          {stateField && <Cell name={stateField} field={resource.fields[stateField]} row={row} />}
        </Space>
        {actions}
      </Flex>
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, sm: 1, md: 2 }}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        items={names.map((name) => {
          const field = resource.fields[name];
          return {
            key: name,
            label: t.any(labelKey(resource, name)),
            children:
              (cells?.[name] as ((one: Row) => ReactNode) | undefined)?.(row) ??
              (field.pii ? (
                <Reveal entity={fullName(resource)} id={row.id} field={name} mask={row[name] as string | null} />
              ) : (
                <Cell name={name} field={field} row={row} />
              )),
            ...(wide.has(field.kind) && { span: 'filled' as const }),
          };
        })}
      />
      {linesIn(resource).map((name) => (
        <LinesView key={name} resource={resource} name={name} lines={(row[name] as Row[] | null) ?? []} />
      ))}
    </Flex>
  );
}
