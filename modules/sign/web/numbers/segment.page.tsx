import { Tabs } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { tagHold, tagSegment } from '#modules/sign/contract/numbers/tag-segment.ts';
import { tagNumberPool } from '#modules/sign/contract/settings/settings.ts';
import { Code, PlaceTag } from '../common/parts.tsx';

/** 号段管理: where all numbers are, what is stopped, and what is left of the pools. */
export default function SegmentPage() {
  const text = useTexts('sign.ui');
  const url = useUrlState();
  const { openPage } = usePage();
  const mayTrace = useCan('sign:trace:view');
  const tab = url.get('tab') ?? 'segments';
  const items = [
    { key: 'segments', label: text('segments') },
    { key: 'holds', label: text('holds') },
    { key: 'pools', label: text('pools') },
  ];
  return (
    <>
      <Tabs
        activeKey={tab}
        items={items}
        onChange={(key) => url.set({ tab: key === 'segments' ? null : key, page: null })}
      />
      {tab === 'segments' && (
        <ResourcePage
          resource={tagSegment}
          isOwn={false}
          cells={{
            range: (row) => <Code>{row.range}</Code>,
            place: (row) => <PlaceTag place={row.place} />,
          }}
          actions={(row) =>
            mayTrace
              ? [
                  {
                    key: 'trace',
                    label: text('trace'),
                    run: () => openPage(`/sign/tagTrace?range=${row.codeFrom}-${row.codeTo}`),
                  },
                ]
              : []
          }
        />
      )}
      {tab === 'holds' && <ResourcePage resource={tagHold} cells={{ range: (row) => <Code>{row.range}</Code> }} />}
      {tab === 'pools' && <ResourcePage resource={tagNumberPool} />}
    </>
  );
}
