import AppContext, { type useAppProps } from 'antd/es/app/context';
import useAppStyle from 'antd/es/app/style';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

type Loaded = typeof import('./app-holders.tsx');

/** A page that is there does not fall because these did not come: they are asked for until they do, at longer and longer intervals. */
export async function fetchHolders(
  load: () => Promise<Loaded> = () => import('./app-holders.tsx'),
  pause = 2000,
): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return fetchHolders(load, Math.min(pause * 2, 60_000));
  }
}

// Dialogs, toasts and what they are made of: a seventh of the login page, and nobody sees one in the first seconds.
const Holders = lazy(() => fetchHolders());

/** The page has had time for itself by then. */
const restFor = 3000;

type Callable = (...given: unknown[]) => unknown;
type Late = { readonly apis: useAppProps; give(real: useAppProps): void };

/** Stands for antd's functions until these are here: what is called meanwhile is done as soon as they are. */
function lateApis(want: () => void): Late {
  let give: (real: useAppProps) => void = () => {};
  const real = new Promise<useAppProps>((resolve) => {
    give = resolve;
  });
  const api = (kind: keyof useAppProps) =>
    new Proxy({} as Record<string, Callable>, {
      get: (known, name) => {
        if (typeof name !== 'string' || name === 'then') return undefined;
        known[name] ??= (...given) => {
          want();
          // Wrapped: a dialog is a promise of the answer to it, and must not be waited for here.
          const made = real.then((all) => ({
            one: (all[kind] as unknown as Record<string, Callable>)[name]?.(...given),
          }));
          const later = (act: string) => (change: unknown) =>
            void made.then(({ one }) => (one as Record<string, Callable> | undefined)?.[act]?.(change));
          return Object.assign(() => void made.then(({ one }) => (one as Callable)()), {
            destroy: later('destroy'),
            update: later('update'),
            // biome-ignore lint/suspicious/noThenProperty: as antd's, which is waited for in the same way
            // biome-ignore lint/suspicious/noExplicitAny: whatever the caller makes of the answer
            then: (right: any, wrong: any) => made.then(({ one }) => one).then(right, wrong),
          });
        };
        return known[name];
      },
    });
  const apis = { message: api('message'), notification: api('notification'), modal: api('modal') };
  return { apis: apis as unknown as useAppProps, give: (all) => give(all) };
}

/** antd's `App`, whose parts come after the page. `App.useApp()` works as ever. */
export function LateApp({ children }: { readonly children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const [{ apis, give }] = useState(() => lateApis(() => setWanted(true)));
  const [, variables = ''] = useAppStyle('ant-app');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), restFor);
    return () => clearTimeout(timer);
  }, []);
  return (
    <AppContext value={apis}>
      <div className={`ant-app ${variables}`}>
        {children}
        {isWanted && (
          <Suspense fallback={null}>
            <Holders onHere={give} />
          </Suspense>
        )}
      </div>
    </AppContext>
  );
}
