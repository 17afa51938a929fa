import { Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Animal } from '#modules/registry/contract/animal/animal.ts';

const colors = {
  quarantined: 'error',
  pledged: 'warning',
  insured: 'success',
  changePending: 'processing',
  lateTagged: 'warning',
  oftenRetagged: 'warning',
} as const;

/** What everybody who handles the animal must know at a glance. */
export function Flags({ row }: { readonly row: Pick<Animal, keyof typeof colors> }) {
  const t = useT();
  const up = (Object.keys(colors) as (keyof typeof colors)[]).filter((name) => row[name]);
  if (up.length === 0) return null;
  return (
    <>
      {up.map((name) => (
        <Tag key={name} color={colors[name]}>
          {t.any(`registry.animal.${name}`)}
        </Tag>
      ))}
    </>
  );
}
