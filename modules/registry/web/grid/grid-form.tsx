import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { levelOf } from '#kit/contract/region.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';

/** The plain fields, and the villages that lie in the chosen region. */
export function GridForm({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const t = useT();
  const region = form.values.regionCode as number | null;
  const { data = [], isFetching } = useQuery({
    queryKey: ['registry.grid', 'villages', region],
    queryFn: () => villagesOf(region as number),
    enabled: region !== null,
    staleTime: 300_000,
  });
  return (
    <>
      <PlainFields form={form} formId={formId} but={['villages']} />
      <OwnField form={form} formId={formId} name="villages">
        <Select<number[]>
          id={`${formId}-villages`}
          mode="multiple"
          value={(form.values.villages as number[] | null) ?? []}
          onChange={(codes) => form.set('villages', codes)}
          options={data.map((one) => ({ value: one.code, label: one.name }))}
          loading={isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('registry.gridPage.chooseVillages')}
          maxTagCount={12}
          style={{ width: '100%' }}
        />
      </OwnField>
    </>
  );
}

async function villagesOf(region: number): Promise<{ code: number; name: string }[]> {
  const level = levelOf(region);
  if (level === 5) return [...(await lookups().regionPath(region))].filter((one) => one.code === region);
  const children = await lookups().regionChildren(region);
  if (level === 4) return [...children];
  const nested = await Promise.all(children.map((one) => villagesOf(one.code)));
  return nested.flat();
}
