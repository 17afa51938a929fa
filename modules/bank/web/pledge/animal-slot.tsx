import { useQuery } from '@tanstack/react-query';
import { Empty } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { pledgeOfAnimal } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { AnimalFile } from './animal-file.tsx';

/** The tab on the register's page of an animal. */
export default function PledgeTab({ id }: { readonly id: number }) {
  const text = useTexts('bank.animalPage');
  const { data, isLoading } = useQuery({
    queryKey: ['bank', 'pledgeOfAnimal', id],
    queryFn: () => call(pledgeOfAnimal, { params: { animalId: String(id) } as never, quiet: true }),
  });
  if (isLoading) return <Waiting />;
  if (!data) return <Empty description={text('notPledged')} />;
  return <AnimalFile itemId={data.itemId} />;
}
