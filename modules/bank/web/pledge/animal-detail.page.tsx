import { Card, Empty } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AnimalFile } from './animal-file.tsx';

/** 抵押畜只详情. */
export default function PledgedAnimalPage() {
  const text = useTexts('bank.animalPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  return <AnimalFile itemId={id} />;
}
