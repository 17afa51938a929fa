import { useQuery } from '@tanstack/react-query';
import { Alert, Flex } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { categoryRule, ruleImpact } from '#modules/commerce/contract/catalogue/category-rule.ts';

const usual = { coldChain: false, sellable: true, twoOperators: false, buyerTypes: [], afterSaleDays: 7 };

/** 品类规则: what a category asks for, with what a change would touch before it is saved. */
export default function CategoryRulePage() {
  return (
    <ResourcePage
      resource={categoryRule}
      form={{ initial: usual, body: (form, formId) => <Body form={form} formId={formId} /> }}
    />
  );
}

function Body({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const categoryId = Number(form.allValues.categoryId) || null;
  return (
    <Flex vertical gap={12}>
      <FormFields id={formId} form={form} />
      {categoryId && <Impact categoryId={categoryId} form={form} />}
    </Flex>
  );
}

function Impact({ categoryId, form }: { readonly categoryId: number; readonly form: ResourceForm }) {
  const text = useTexts('commerce.rulePage');
  const docKinds = ((form.values.requiredDocKinds ?? []) as readonly string[]).join(',');
  const { data } = useQuery({
    queryKey: ['commerce.ruleImpact', categoryId, docKinds],
    queryFn: () => call(ruleImpact, { query: { categoryId, docKinds }, quiet: true }),
  });
  if (!data) return null;
  const lacking = data.lacking.map((one) => text('lacks', { supplier: one.supplier, n: one.products }));
  return (
    <Alert
      type={lacking.length > 0 ? 'warning' : 'info'}
      showIcon
      title={text('touches', { commodities: data.commodities, products: data.products })}
      description={lacking.length > 0 ? <span data-record>{lacking.join('; ')}</span> : undefined}
    />
  );
}
