import { useQuery } from '@tanstack/react-query';
import { Alert, Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { OwnField } from '#kit/web/ui/own-fields.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { countingStaff, stocktake } from '#modules/depot/contract/stocktake/stocktake.ts';

/** A store the caller keeps, what of it is counted, and by whom; only what the chosen scope asks for is shown. */
export function StocktakeForm({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: [...resourceKey(stocktake), 'staff'],
    queryFn: () => call(countingStaff, { query: {}, quiet: true }),
  });
  const scope = form.values.countScope;
  const idOf = (name: string) => `${formId}-${name}`;
  return (
    <>
      {data?.depots.length === 0 && !form.isEditing && (
        <Alert type="warning" showIcon title={t('depot.stocktakePage.noDepot')} style={{ marginBlockEnd: 12 }} />
      )}
      {form.isEditing ? (
        <FormFields id={formId} form={form} names={['depotId']} />
      ) : (
        <OwnField form={form} formId={formId} name="depotId">
          <Select
            id={idOf('depotId')}
            value={(form.values.depotId as number | null) ?? null}
            options={(data?.depots ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('kit.choose')}
            onChange={(id) => form.set('depotId', id)}
          />
        </OwnField>
      )}
      <FormFields id={formId} form={form} names={['countScope', 'blind']} />
      {scope === 'kinds' && <FormFields id={formId} form={form} names={['kinds']} />}
      {scope === 'materials' && (
        <OwnField form={form} formId={formId} name="materialIds">
          <Materials
            id={idOf('materialIds')}
            value={(form.values.materialIds as number[] | null) ?? []}
            onChange={(ids) => form.set('materialIds', ids)}
          />
        </OwnField>
      )}
      <OwnField form={form} formId={formId} name="counterIds" hint={t('depot.stocktakePage.blindNote')}>
        <Select
          id={idOf('counterIds')}
          mode="multiple"
          value={(form.values.counterIds as number[] | null) ?? []}
          options={(data?.staff ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('kit.choose')}
          onChange={(ids) => form.set('counterIds', ids)}
        />
      </OwnField>
      <FormFields id={formId} form={form} names={['remark']} />
    </>
  );
}

interface MaterialsProps {
  readonly id: string;
  readonly value: readonly number[];
  onChange(ids: number[]): void;
}

function Materials({ id, value, onChange }: MaterialsProps) {
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { options, loading } = useRefOptions('depot.material', keyword, value.at(-1));
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      value={[...value]}
      loading={loading}
      options={options.map((one) => ({ value: one.id, label: one.name }))}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder={t('depot.stocktakePage.chooseMaterials')}
      onChange={onChange}
    />
  );
}
