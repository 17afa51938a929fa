import { Card, Empty, Flex } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { commodity } from '#modules/commerce/contract/catalogue/commodity.ts';
import { CommodityContentView } from './commodity-content.tsx';

/** 商品详情: what is in force beside what is under review, and how it sells. */
export default function CommodityPage() {
  const text = useTexts('commerce.commodityPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(commodity, id);
  if (id === null) return <Empty description={text('none')} />;
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <DetailView resource={commodity} row={row} />
      </Card>
      <CommodityContentView id={id} />
    </Flex>
  );
}
