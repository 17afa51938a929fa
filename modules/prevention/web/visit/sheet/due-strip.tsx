import { Flex, Tag, Typography } from 'antd';
import type { Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useLabel, useWords } from '../texts.ts';

interface Props {
  readonly prepared: Prepared;
  readonly diseaseName: (code: string) => string;
}

/** What is due here: disease by disease, in heads. */
export function DueStrip({ prepared, diseaseName }: Props) {
  const words = useWords();
  const species = useLabel('species');
  const counts = new Map<string, number>();
  for (const animal of prepared.animals)
    for (const code of Object.keys(animal.due)) {
      const key = `${code} ${animal.species}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return (
    <Flex gap={8} wrap align="center">
      <Typography.Text strong data-record style={{ fontSize: 16 }}>
        {prepared.holder.name}
      </Typography.Text>
      <Typography.Text type="secondary" data-record>
        {prepared.holder.place}
      </Typography.Text>
      {prepared.stock.map((one) => (
        <Tag key={one.species}>
          {species(one.species)} {one.tagged}
          {one.untagged > 0 && ` + ${words('untaggedCount', { n: one.untagged })}`}
        </Tag>
      ))}
      {counts.size === 0 && <Tag color="success">{words('nothingDue')}</Tag>}
      {[...counts].map(([key, n]) => {
        const [code = '', kind = ''] = key.split(' ');
        return (
          <Tag key={key} color="processing">
            {diseaseName(code)} · {species(kind)} <strong>{n}</strong>
          </Tag>
        );
      })}
    </Flex>
  );
}
