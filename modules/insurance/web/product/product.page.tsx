import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { insProduct } from '#modules/insurance/contract/product/product.ts';

const pathOf = (id: number) => `/insuranceMgt/insuranceDefinitionVersion?productId=${id}`;

/** 险种定义: what is sold, with the figures of today. */
export default function ProductPage() {
  const text = useTexts('insurance.version');
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={insProduct}
      cells={{ versions: (row) => <PageLink to={pathOf(row.id)}>{row.versions}</PageLink> }}
      actions={(row) => [{ key: 'versions', label: text('versions'), run: () => openPage(pathOf(row.id)) }]}
    />
  );
}
