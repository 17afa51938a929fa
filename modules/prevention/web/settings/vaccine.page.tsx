import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { type Doses, vaccine } from '#modules/prevention/contract/settings/vaccine.ts';
import { DosesField } from './doses-field.tsx';
import { LotsInUse } from './lots-in-use.tsx';
import { TabSwitch } from './tab-switch.tsx';

/** 疫苗与批次: what each vaccine is and is for; and how the lots in use have done. */
export default function VaccinePage() {
  const t = useT();
  const { search } = usePage();
  const { options } = useDict('species');
  const tab = search.get('tab') === 'lots' ? 'lots' : 'vaccines';
  const tabs = (['vaccines', 'lots'] as const).map((value) => ({ value, label: t.any(`prevention.setting.${value}`) }));
  const modes = <TabSwitch tabs={tabs} value={tab} />;
  if (tab === 'lots') return <LotsInUse modes={modes} />;
  const speciesName = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  return (
    <ResourcePage
      resource={vaccine}
      extra={() => modes}
      cells={{
        doses: (row) => (
          <span>
            {Object.entries(row.doses)
              .map(([species, { ml, dosesPerHead }]) =>
                t('prevention.vaccine.doseOf', { species: speciesName(species), ml, n: dosesPerHead }),
              )
              .join(' · ')}
          </span>
        ),
      }}
      form={{
        initial: { species: [], diseaseCodes: [], doses: {}, apartDays: 0 },
        body: (form, formId) => {
          const species = (form.values.species as string[] | null) ?? [];
          const doses = (form.values.doses as Doses | null) ?? {};
          const plain = {
            ...form,
            // A dose is of a species it is for.
            set: (name: string, value: unknown) => {
              form.set(name, value);
              if (name !== 'species') return;
              const chosen = (value as string[] | null) ?? [];
              form.set(
                'doses',
                Object.fromEntries(chosen.map((one) => [one, doses[one] ?? { ml: 1, dosesPerHead: 1 }])),
              );
            },
          };
          return (
            <>
              <PlainFields form={plain} formId={formId} but={['doses']} />
              <OwnField form={form} formId={formId} name="doses">
                <DosesField species={species} value={doses} onChange={(value) => form.set('doses', value)} />
              </OwnField>
            </>
          );
        },
      }}
    />
  );
}
