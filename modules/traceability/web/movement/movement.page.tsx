import { useQuery } from '@tanstack/react-query';
import { Segmented, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { movement, onRoad } from '#modules/traceability/contract/movement/movement.ts';
import { ArriveDialog } from './arrive-dialog.tsx';

/** 调运管理: what waits to leave, what is on the road, and what arrived otherwise than it left. */
export default function MovementPage() {
  const text = useTexts('traceability.movementPage');
  const mayArrive = useCan('trace:movement:arrive');
  const url = useUrlState();
  const changed = useChanged(movement);
  // In the address, so that an unloading goes on after the page was reloaded.
  const arriving = Number(url.get('arrive')) || null;
  const setArriving = (id: number | null) => url.set({ arrive: id === null ? null : String(id) }, { replace: true });
  const { data: road = [] } = useQuery({
    queryKey: ['traceability.onRoad'],
    queryFn: () => call(onRoad, {}),
  });
  const tab = url.get('overdue') === 'true' ? 'overdue' : url.get('differs') === 'true' ? 'differs' : 'all';
  return (
    <>
      <ResourcePage
        resource={movement}
        ownFilters={['overdue', 'differs', 'arrive']}
        above={() => (
          <div style={{ display: 'flex', gap: 16, alignItems: 'center', flexWrap: 'wrap', marginBottom: 12 }}>
            <Segmented
              value={tab}
              options={[
                { value: 'all', label: text('tabAll') },
                { value: 'overdue', label: text('tabOverdue') },
                { value: 'differs', label: text('tabDiffers') },
              ]}
              onChange={(value) =>
                url.set({
                  overdue: value === 'overdue' ? 'true' : null,
                  differs: value === 'differs' ? 'true' : null,
                })
              }
            />
            <Typography.Text type="secondary">{text('onRoad', { n: road.length })}</Typography.Text>
          </div>
        )}
        actions={(row) =>
          mayArrive && row.status === 'departed'
            ? [{ key: 'arrive', label: text('arrive'), run: () => setArriving(row.id) }]
            : []
        }
      />
      {mayArrive && arriving !== null && (
        <ArriveDialog
          id={arriving}
          onClose={(isDone) => {
            setArriving(null);
            if (isDone) void changed();
          }}
        />
      )}
    </>
  );
}
