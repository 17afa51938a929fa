import { Alert, Flex, Table, Typography } from 'antd';
import { ApiError } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import type { CheckedTreatment, RefusedAnimal } from '#modules/cure/contract/treatment/treatment.ts';
import { EarTag } from '#modules/registry/web/index.ts';

interface Props {
  readonly checked: CheckedTreatment | null;
  readonly error: Error | null;
  readonly isLoading: boolean;
}

/** What would happen: how much leaves the stock, until when nobody is sold, and who is refused. */
export function Preview({ checked, error, isLoading }: Props) {
  const text = useTexts('cure.treatmentForm');
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title={error instanceof ApiError ? (error.errors[0]?.msg ?? error.message) : error.message}
      />
    );
  if (!checked) return isLoading ? <Waiting /> : null;
  return (
    <Flex vertical gap={8}>
      <Typography.Text>{text('heads', { n: checked.accepted })}</Typography.Text>
      {checked.lines.map((line) => (
        <Typography.Text key={line.medicineId}>
          {text('total', { name: line.name, qty: line.totalQty, unit: line.doseUnit, days: line.meatDays })}
        </Typography.Text>
      ))}
      {checked.meatUntil ? (
        <Typography.Title level={3} style={{ margin: 0 }} type="danger">
          {text('blockedUntil', { date: checked.meatUntil })}
        </Typography.Title>
      ) : (
        <Typography.Text type="secondary">{text('notBlocked')}</Typography.Text>
      )}
      {checked.refused.length > 0 && (
        <>
          <Alert type="warning" showIcon title={text('refused', { n: checked.refused.length })} />
          <Table<RefusedAnimal>
            size="small"
            rowKey="animalId"
            dataSource={checked.refused}
            pagination={checked.refused.length > 10 ? { pageSize: 10 } : false}
            columns={[
              { title: text('tag'), key: 'tag', render: (_, one) => (one.earTag ? <EarTag tag={one.earTag} /> : '-') },
              { title: text('why'), dataIndex: 'text' },
            ]}
          />
        </>
      )}
    </Flex>
  );
}
