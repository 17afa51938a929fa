import { Suspense } from 'react';
import { useSession } from '#kit/web/shell-context.ts';
import { useSlotParts } from '#kit/web/slot-parts.tsx';
import s from './dock.module.css';

/** What stays in sight whatever page is open, above all of them: a call, a ring. Each part draws itself, or nothing. */
export function Dock() {
  return (
    <Suspense>
      <Parts />
    </Suspense>
  );
}

function Parts() {
  const parts = useSlotParts<object>('shell.dock', useSession().actions);
  if (parts.length === 0) return null;
  return (
    <aside className={s.dock}>
      {parts.map(({ key, View }) => (
        <View key={key} />
      ))}
    </aside>
  );
}
