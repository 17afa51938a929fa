import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { careCycle, feedingTemplate, reviseTemplate } from '#modules/cure/contract/template/templates.ts';

/** The next version of a published template begins as a copy of it. */
function useRevise(kind: 'cycle' | 'feeding') {
  const t = useT();
  const changed = useChanged(kind === 'cycle' ? careCycle : feedingTemplate);
  const { actions } = useSession();
  return (row: { readonly id: number; readonly status: string }) =>
    row.status === 'draft' || !actions.has('cure:template:edit')
      ? []
      : [
          {
            key: 'revise',
            label: t('cure.careCycle.revise'),
            run: () =>
              void call(reviseTemplate, { body: { kind, id: row.id }, idempotencyKey: newKey() }).then(
                () => {
                  notify('success', t('ok.done'));
                  void changed();
                },
                () => {},
              ),
          },
        ];
}

export function CyclePage() {
  return <ResourcePage resource={careCycle} actions={useRevise('cycle')} />;
}
export function FeedingPage() {
  return <ResourcePage resource={feedingTemplate} actions={useRevise('feeding')} />;
}
