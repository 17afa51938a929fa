import { BookOutlined } from '@ant-design/icons';
import { Alert, Button, Divider, Flex } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { OwnField } from '#kit/web/ui/own-fields.tsx';
import { baseUnits, kindPresets, type LibraryEntry } from '#modules/depot/contract/goods/material.ts';
import type { Pack } from '#modules/depot/contract/goods/quantity.ts';
import { OneFile } from '../common/one-file.tsx';
import { Library } from './library.tsx';
import { PacksField } from './packs-field.tsx';

interface Props {
  readonly form: ResourceForm;
  readonly formId: string;
}

/** Which further fields a kind has. */
const linksOf: Readonly<Record<string, readonly string[]>> = {
  vaccine: ['openHours', 'vaccineCode'],
  semen: ['sireCode', 'semenKind'],
  drug: ['withdrawalDays', 'openHours'],
};

/** Kind first: it decides how the thing is measured, followed and kept; all of that may still be changed until it has moved. */
export function MaterialForm({ form, formId }: Props) {
  const text = useTexts('depot.materialPage');
  const mayShare = useCan('depot:material:editShared');
  const [isLibrary, setLibrary] = useState(false);
  const kind = form.values.kind as string | null;
  const isOwn = form.values.sharing === 'own';
  const packs = (form.values.packs as Pack[] | null) ?? [];

  const preset = (chosen: string | null) => {
    form.set('kind', chosen);
    const usual = chosen ? kindPresets[chosen] : undefined;
    for (const [name, value] of Object.entries(usual ?? {})) form.set(name, value);
  };
  const asked = {
    ...form,
    set: (name: string, value: unknown) => (name === 'kind' ? preset(value as string | null) : form.set(name, value)),
  };
  const take = (entry: LibraryEntry) => {
    preset(entry.kind);
    const base = kindPresets[entry.kind]?.baseUnit;
    form.set('commodityId', entry.id);
    form.set('materialNo', entry.commodityCode);
    form.set('name', entry.commodityName);
    form.set('spec', entry.spec);
    form.set('manufacturer', entry.manufacturer);
    form.set('approvalNo', entry.licenceNo);
    // A unit of trade that is none of counting becomes the pack; how much is in it is for the user to say.
    if (baseUnits.includes(entry.unit) && !base) form.set('baseUnit', entry.unit);
    else if (entry.unit !== base) form.set('packs', [{ unit: entry.unit, factor: 1, name: null }]);
    setLibrary(false);
  };
  const first = ['kind', ...(mayShare || form.isEditing ? ['sharing'] : []), ...(isOwn ? ['principalId'] : [])];
  return (
    <>
      <FormFields id={formId} form={asked} names={first} />
      {!form.isEditing && (
        <Flex style={{ marginBottom: 16 }}>
          <Button icon={<BookOutlined aria-hidden />} onClick={() => setLibrary(true)}>
            {text('fromLibrary')}
          </Button>
        </Flex>
      )}
      {isLibrary && <Library onTake={take} onClose={() => setLibrary(false)} />}
      {kind === null ? (
        <Alert type="info" showIcon title={text('kindFirst')} />
      ) : (
        <>
          <Divider titlePlacement="start">{text('basics')}</Divider>
          <FormFields
            id={formId}
            form={form}
            names={['materialNo', 'name', 'spec', 'manufacturer', 'approvalNo', 'barcode']}
          />
          <OwnField form={form} formId={formId} name="photoId">
            <OneFile
              isPicture
              bizType="depot.material"
              label={text('photo')}
              value={(form.values.photoId as number | null) ?? null}
              onChange={(value) => form.set('photoId', value)}
            />
          </OwnField>
          <Divider titlePlacement="start">{text('measure')}</Divider>
          <FormFields id={formId} form={form} names={['baseUnit', 'decimals']} />
          <OwnField form={form} formId={formId} name="packs">
            <PacksField
              value={packs}
              baseUnit={form.values.baseUnit as string | null}
              decimals={(form.values.decimals as number | null) ?? 0}
              onChange={(value) => form.set('packs', value)}
            />
          </OwnField>
          <FormFields id={formId} form={form} names={['tracking', 'hasExpiry']} />
          <Divider titlePlacement="start">{text('keeping')}</Divider>
          <FormFields
            id={formId}
            form={form}
            names={[
              ...(form.values.hasExpiry ? ['shelfLifeMonths'] : []),
              'storeTempMin',
              'storeTempMax',
              ...(linksOf[kind] ?? []),
            ]}
          />
        </>
      )}
    </>
  );
}
