import { Button } from 'antd';
import type { AnyResource } from '#kit/contract/resource.ts';
import { transitionKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { panelLater } from '#kit/web/ui/later.tsx';

const TransitionDialog = panelLater(
  async () => (await import('#kit/web/resource/transition-dialog.tsx')).TransitionDialog,
);

interface Props {
  readonly resource: AnyResource;
  readonly row: { readonly id: number; readonly version: number; readonly _can: readonly string[] };
  /** In this order; those the row does not allow are left out. */
  readonly names: readonly string[];
  /** The step most people come for. */
  readonly main?: string;
  readonly size?: 'small' | 'middle';
}

/** A button for every step this row may take now. */
export function Steps({ resource, row, names, main, size = 'middle' }: Props) {
  const t = useT();
  const transition = useResourceTransition(resource);
  return (
    <>
      {names
        .filter((name) => row._can.includes(name))
        .map((name) => (
          <Button
            key={name}
            size={size}
            {...(name === main && { type: 'primary' })}
            {...(resource.transitions?.[name]?.danger && { danger: true })}
            onClick={() => transition.ask(name, [row as unknown as Row])}
          >
            {t.any(transitionKey(resource, name))}
          </Button>
        ))}
      {transition.asked && <TransitionDialog transition={transition} />}
    </>
  );
}
