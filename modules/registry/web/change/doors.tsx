import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Reasons } from '#kit/web/ui/reasons.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalDoors } from '#modules/registry/contract/change/doors.ts';

/** Doors that the registry's own form of a change opens. */
const changes: Readonly<Record<string, string>> = { sell: 'saleOut', move: 'penMove', slaughter: 'handover' };

/** What the animal is free for: each door open or shut, with the reason as far as the person may know it. */
export function Doors({ id }: { readonly id: number }) {
  const text = useTexts('registry.doors');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('button')}</Button>
      <Drawer open={isOpen} onClose={() => setOpen(false)} title={text('title')} size={480} destroyOnHidden>
        <DoorList id={id} />
      </Drawer>
    </>
  );
}

function DoorList({ id }: { readonly id: number }) {
  const text = useTexts('registry.doors');
  const language = useLanguage();
  const { openPage } = usePage();
  const mayChange = useCan('pri:animal:change');
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(animal), 'doors', id, language],
    queryFn: () => call(animalDoors, { params: { id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">{text('asOf')}</Typography.Text>
      {data.map(({ door, reasons }) => {
        const change = changes[door];
        return (
          <section key={door} aria-label={text(door)}>
            <Flex justify="space-between" align="center" style={{ marginBlockEnd: reasons.length > 0 ? 8 : 0 }}>
              <Flex gap={8} align="center">
                <Typography.Text strong>{text(door)}</Typography.Text>
                <Tag color={reasons.length > 0 ? 'warning' : 'success'}>
                  {text(reasons.length > 0 ? 'shut' : 'open')}
                </Tag>
              </Flex>
              {reasons.length === 0 && change && mayChange && (
                <Button
                  type="link"
                  size="small"
                  onClick={() => openPage(`/pri/animal/changeAdd?type=${change}&ids=${id}`)}
                >
                  {text('go')}
                </Button>
              )}
            </Flex>
            <Reasons reasons={reasons} />
          </section>
        );
      })}
    </Flex>
  );
}
