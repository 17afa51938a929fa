import { Button, Flex, Space, Tag } from 'antd';
import { useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';

const one = field.region({ optional: true });

export function RegionName({ code }: { readonly code: number }) {
  return <>{useRegionPath(code).at(-1)?.name ?? code}</>;
}

interface Props {
  readonly id: string;
  readonly value: readonly number[];
  onChange(value: number[]): void;
}

/** Several regions: chosen one by one, since opening a county is no wish for the whole county. */
export function RegionTags({ id, value, onChange }: Props) {
  const t = useT();
  const [next, setNext] = useState<number | null>(null);
  const add = () => {
    if (next !== null && !value.includes(next)) onChange([...value, next]);
    setNext(null);
  };
  return (
    <Flex vertical gap={8}>
      <Space.Compact block>
        <RegionField
          id={id}
          field={one}
          value={next}
          onChange={setNext}
          onBlur={() => {}}
          disabled={false}
          invalid={false}
          describedBy={undefined}
        />
        <Button onClick={add} disabled={next === null}>
          {t('platform.noticeEdit.addRegion')}
        </Button>
      </Space.Compact>
      {value.length > 0 && (
        <Flex gap={4} wrap>
          {value.map((code) => (
            <Tag key={code} closable onClose={() => onChange(value.filter((other) => other !== code))}>
              <RegionName code={code} />
            </Tag>
          ))}
        </Flex>
      )}
    </Flex>
  );
}
