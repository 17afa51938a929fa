import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { useArrival } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { animalChange } from '#modules/registry/contract/change/animal-change.ts';
import { DictName } from '../animal/names.tsx';
import { ChangeAnimals } from './change-animals.tsx';
import { ChangeSlip } from './change-slip.tsx';

const causes: Readonly<Record<string, string>> = { death: 'death_cause', cull: 'cull_reason' };

/** 变动单: what waits for me, what I sent, and everything in sight. */
export default function AnimalChangePage() {
  const t = useT();
  const { search, openPage } = usePage();
  const { user } = useSession();
  const url = useUrlState();
  const mayChange = useCan('pri:animal:change');
  const mayConfirm = useCan('pri:animal:confirm');
  const [animalsOf, setAnimalsOf] = useState<number | null>(null);
  const [slipOf, setSlipOf] = useState<number | null>(null);
  const none = {
    status: null,
    mine: null,
    changeType: null,
    toPrincipalIdFrom: null,
    toPrincipalIdTo: null,
    pageNum: null,
  };
  const own = String(user.principalId ?? 0);
  // Deaths wait for whoever confirms them; handovers for their receiver; nothing for whoever only looks on.
  const mayWait = mayConfirm || user.principalId !== null;
  const filters: Readonly<Record<string, Record<string, string | null>>> = {
    waiting: {
      ...none,
      status: 'submitted',
      ...(mayConfirm ? { mine: 'false', changeType: 'death' } : { toPrincipalIdFrom: own, toPrincipalIdTo: own }),
    },
    mine: { ...none, mine: 'true' },
    all: none,
  };
  const tab = search.get('tab') ?? 'all';
  const choose = (key: string, replace = false) => url.set({ tab: key, ...filters[key] }, { replace });
  useArrival(() => {
    if (search.size === 0 && mayWait) choose('waiting', true);
    // The platform's tasks and notices lead here by `?id=`.
    const id = search.get('id');
    if (id) url.set({ id: null, tab: 'all', open: `detail:${id}` }, { replace: true });
  });
  const text = useTexts('registry.animalChangePage');
  return (
    <>
      <ListPage
        resource={animalChange}
        above={() => (
          <Tabs
            size="small"
            activeKey={tab}
            onChange={(key) => choose(key)}
            items={[...(mayWait ? ['waiting'] : []), 'mine', 'all'].map((key) => ({ key, label: text.any(key) }))}
          />
        )}
        extra={() =>
          mayChange && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => openPage('/pri/animal/changeAdd')}
            >
              {t('registry.animalPage.change')}
            </Button>
          )
        }
        cells={{
          count: (row) => (
            <Button type="link" size="small" onClick={() => setAnimalsOf(row.id)} style={{ padding: 0 }}>
              {row.count}
            </Button>
          ),
          causeLabel: (row) =>
            row.cause && causes[row.changeType] ? (
              <DictName dict={causes[row.changeType] as string} value={row.cause} />
            ) : (
              <DictName dict="move_purpose" value={row.purpose} />
            ),
        }}
        actions={(row) => [
          { key: 'animals', label: text('animals'), run: () => setAnimalsOf(row.id) },
          { key: 'slip', label: text('slip'), run: () => setSlipOf(row.id) },
        ]}
      />
      {animalsOf !== null && <ChangeAnimals id={animalsOf} onClose={() => setAnimalsOf(null)} />}
      {slipOf !== null && <ChangeSlip id={slipOf} onDone={() => setSlipOf(null)} />}
    </>
  );
}
