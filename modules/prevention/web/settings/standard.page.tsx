import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { antStandard } from '#modules/prevention/contract/settings/standard.ts';

/** What each kind of payment asks for. */
const asked: Readonly<Record<string, readonly string[]>> = {
  stressCompensation: ['species', 'stage', 'breedingStock', 'weightFrom', 'weightTo'],
  selfImmuneSubsidy: ['species', 'diseaseCode'],
  workerPay: ['workKind', 'species'],
};
const always = ['amount', 'ratio', 'regionCode', 'validFrom', 'validTo'];

/** 补助标准: what is paid for dead animals, self-immunised heads and workers' work. */
export default function StandardPage() {
  const { user } = useSession();
  return (
    <ResourcePage
      resource={antStandard}
      cells={{
        amount: (row) => <b>{row.amount.toLocaleString('en', { minimumFractionDigits: 2 })}</b>,
      }}
      form={{
        initial: { ratio: 100, regionCode: user.regionCode },
        body: (form, formId) => {
          const kind = form.values.kind as string | null;
          const plain = {
            ...form,
            // Another kind asks for other things: what it does not ask for is empty.
            set: (name: string, value: unknown) => {
              form.set(name, value);
              if (name !== 'kind') return;
              for (const other of Object.values(asked).flat())
                if (!(asked[String(value)] ?? []).includes(other)) form.set(other, null);
            },
          };
          return <FormFields id={formId} form={plain} names={['kind', ...(asked[kind ?? ''] ?? []), ...always]} />;
        },
      }}
    />
  );
}
