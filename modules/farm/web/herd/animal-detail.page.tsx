import { Card, Empty, Flex } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import AnimalCost from '../cost/animal-cost.tsx';
import FarmCard from './farm-card.tsx';

/** 畜只详情: the farm first; everything else of the animal stands on the registry's page. */
export default function AnimalDetailPage() {
  const text = useTexts('farm.card');
  const maySeeMoney = useCan('anm:money:view');
  const id = Number(usePage().search.get('id')) || null;
  if (!id)
    return (
      <Card>
        <Empty description={text('noAnimal')} />
      </Card>
    );
  return (
    <Flex vertical gap={12}>
      <FarmCard id={id} />
      {maySeeMoney && <AnimalCost id={id} />}
    </Flex>
  );
}
