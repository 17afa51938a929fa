import { Button, Drawer, Flex } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { commodityReview } from '#modules/commerce/contract/catalogue/commodity.ts';
import { StateStrip, type StateTab } from '../common/state-strip.tsx';
import { CommodityContentView } from './commodity-content.tsx';

const tabs: readonly StateTab[] = [
  { key: 'reviewing', filter: { status: 'reviewing' } },
  { key: 'approved', filter: { status: 'approved' } },
  { key: 'rejected', filter: { status: 'rejected' } },
  { key: 'stopped', filter: { status: 'stopped' } },
];

/** 商品审核: the queue, and what is asked for beside what was approved last. */
export default function ReviewPage() {
  return (
    <ResourcePage
      resource={commodityReview}
      above={() => <StateStrip resource={commodityReview} tabs={tabs} />}
      detail={({ id, onClose }) => <ReviewDrawer id={id} onClose={onClose} />}
    />
  );
}

function ReviewDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const { row, error, refresh } = useResourceDetail(commodityReview, id);
  const transition = useResourceTransition(commodityReview, refresh);
  const actionsOf = useRowActions(commodityReview, {
    remove: () => {},
    transition: (name, one) => transition.ask(name, [one]),
  });
  return (
    <Drawer open size={1080} title={t('commerce.commodityReview._title')} onClose={onClose}>
      {error && <Failed error={error} onRetry={refresh} />}
      {!row && !error && <Waiting />}
      {row && (
        <Flex vertical gap={12}>
          <DetailView
            resource={commodityReview}
            row={row}
            actions={
              <Flex gap={8} wrap>
                {actionsOf(row).map((one) => (
                  <Button
                    key={one.key}
                    danger={one.danger ?? false}
                    type={one.isMain ? 'primary' : 'default'}
                    onClick={one.run}
                  >
                    {one.label}
                  </Button>
                ))}
              </Flex>
            }
          />
          <CommodityContentView id={id} />
        </Flex>
      )}
      {transition.asked && <TransitionDialog transition={transition} />}
    </Drawer>
  );
}
