import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { commodityLink, suggestLink } from '#modules/commerce/contract/catalogue/commodity-link.ts';

/** 商品关联: which material a pack is; what looks like it is proposed, and people choose. */
export default function CommodityLinkPage() {
  return (
    <ResourcePage
      resource={commodityLink}
      cells={{ words: (row) => row.words?.replace('1', `1 ${row.unitName ?? ''}`) ?? null }}
      form={{ body: (form, formId) => <Body form={form} formId={formId} /> }}
    />
  );
}

function Body({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const id = form.allValues.id as number | undefined;
  return (
    <Flex vertical gap={12}>
      {id && <Proposals id={id} form={form} />}
      <FormFields id={formId} form={form} />
    </Flex>
  );
}

function Proposals({ id, form }: { readonly id: number; readonly form: ResourceForm }) {
  const text = useTexts('commerce.linkPage');
  const { data = [] } = useQuery({
    queryKey: ['commerce.suggestLink', id],
    queryFn: () => call(suggestLink, { query: { id }, quiet: true }),
  });
  if (data.length === 0) return null;
  return (
    <Flex vertical gap={6}>
      <Typography.Text type="secondary">{text('proposals')}</Typography.Text>
      <Flex gap={8} wrap>
        {data.map((one) => (
          <Button
            key={one.materialId}
            size="small"
            type={form.values.materialId === one.materialId ? 'primary' : 'default'}
            onClick={() => form.set('materialId', one.materialId)}
          >
            <span data-record>{`${one.name} ${one.spec}`}</span>
          </Button>
        ))}
      </Flex>
    </Flex>
  );
}
