import { useQuery } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import dayjs from 'dayjs';
import { useRef } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type Insemination, insemination } from '#modules/breeding/contract/record/insemination.ts';
import { serviceTotals, voidService } from '#modules/breeding/contract/record/service.ts';
import { percentOf } from '../common/use-label.ts';

/** 配种记录. */
export default function BreedingPage() {
  const text = useTexts('breeding.recordPage');
  const { openPage } = usePage();
  const { user } = useSession();
  const mayAdd = useCan('breed:service:add');
  const mayVoid = useCan('breed:service:void');
  const ask = useVoid(text('voidTitle'), text('reason'));
  const changed = useChanged(insemination);
  const canVoid = (row: Insemination) =>
    row.status !== 'voided' && (mayVoid || (mayAdd && row.createdByName === user.nickname));
  return (
    <ResourcePage
      resource={insemination}
      isOwn={false}
      cells={{
        earTag: (row) => <PageLink to={`/improve/base/animalDetail?id=${row.animalId}`}>{row.earTag}</PageLink>,
        sireCode: (row) => (
          <PageLink to={`/ant/breed/seedAnimalDetail?sireCode=${row.sireCode}`}>{row.sireCode}</PageLink>
        ),
      }}
      actions={(row) =>
        canVoid(row)
          ? [
              {
                key: 'void',
                label: text('void'),
                run: () =>
                  ask(async (reason) => {
                    await call(voidService, { body: { id: row.id, version: row.version, reason } });
                    await changed();
                  }),
              },
            ]
          : []
      }
      extra={() =>
        mayAdd && (
          <Button type="primary" onClick={() => openPage('/ant/breed/serviceAdd')}>
            {text('register')}
          </Button>
        )
      }
      above={() => <Totals />}
    />
  );
}

function Totals() {
  const text = useTexts('breeding.recordPage');
  const to = dayjs().format('YYYY-MM-DD');
  const from = dayjs().startOf('year').format('YYYY-MM-DD');
  const { data } = useQuery({
    queryKey: ['breeding', 'serviceTotals', from, to],
    queryFn: () => call(serviceTotals, { query: { from, to } as never, quiet: true }),
  });
  if (!data) return null;
  return (
    <FigureStrip
      figures={[
        { key: 'heats', label: text('heatsOfYear'), value: data.heats },
        { key: 'straws', label: text('straws'), value: data.straws },
        { key: 'wasted', label: text('wasted'), value: data.wasted },
        { key: 'judged', label: text('judged'), value: data.judged },
        { key: 'pregnant', label: text('pregnant'), value: data.pregnant },
        {
          key: 'rate',
          label: text('rate'),
          value: data.judged >= 30 ? percentOf(data.pregnant / data.judged) : text('tooFew'),
        },
      ]}
    />
  );
}

/** Asks why before something is taken back. */
export function useVoid(title: string, placeholder: string) {
  const { modal } = App.useApp();
  const reason = useRef('');
  return (run: (reason: string) => Promise<void>) => {
    reason.current = '';
    modal.confirm({
      title,
      content: (
        <Input.TextArea
          autoFocus
          rows={2}
          maxLength={300}
          placeholder={placeholder}
          onChange={({ target }) => {
            reason.current = target.value.trim();
          }}
        />
      ),
      okButtonProps: { danger: true },
      onOk: async () => {
        if (reason.current.length < 2) throw new Error(placeholder);
        await run(reason.current);
      },
    });
  };
}
