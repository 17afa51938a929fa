import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type GrowthPoint, type Variety, variety } from '#modules/registry/contract/variety/variety.ts';
import { GrowthCurve } from './growth-curve.tsx';
import { GrowthField } from './growth-field.tsx';

/** Breeds, with what they should weigh and what they do. */
export default function VarietyPage() {
  return (
    <ResourcePage
      resource={variety}
      cells={{
        nameZh: (row) => <Name row={row} />,
        growthStandard: (row) => <GrowthCurve row={row} />,
        headCount: (row) =>
          row.headCount ? (
            <PageLink to={`/pri/animal/info?species=${row.species}&breed=${row.code}`}>{row.headCount}</PageLink>
          ) : (
            <span>0</span>
          ),
      }}
      form={{
        width: 960,
        body: (form, formId) => (
          <>
            <PlainFields form={form} formId={formId} but={['growthStandard', 'intro']} />
            <OwnField form={form} formId={formId} name="growthStandard">
              <GrowthField
                value={(form.values.growthStandard as GrowthPoint[] | null) ?? []}
                onChange={(value) => form.set('growthStandard', value)}
              />
            </OwnField>
            <PlainFields form={form} formId={formId} but={form.names.filter((name) => name !== 'intro')} />
          </>
        ),
      }}
    />
  );
}

function Name({ row }: { readonly row: Variety }) {
  const language = useLanguage();
  const names = { zh_CN: row.nameZh, zh_TW: row.nameTw ?? row.nameZh, en: row.nameEn };
  return <span title={row.code}>{names[language]}</span>;
}
