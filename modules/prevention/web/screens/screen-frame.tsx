import { theme } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { parentOf } from '#kit/contract/region.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { type DictOption, useDict } from '#kit/web/lookups/lookups.ts';
import { Header } from '#kit/web/screen/header.tsx';
import { Headline } from '#kit/web/screen/headline.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import css from '#kit/web/screen/screen.module.css';
import { Stage } from '#kit/web/screen/stage.tsx';
import { Trouble } from '#kit/web/screen/trouble.tsx';
import { useTour } from '#kit/web/screen/use-tour.ts';
import { usePage, useScreenBrand, useSession } from '#kit/web/shell-context.ts';
import {
  type ScreenName,
  type ScreenRow,
  type Snapshot,
  screenPaths,
  screenPermissions,
} from '#modules/prevention/contract/screens/screen.ts';
import { addressOf, figureAddress } from '#modules/prevention/contract/screens/screen-drills.ts';
import { rowDrill, valueDrill } from '#modules/prevention/contract/screens/screen-figures.ts';
import { chinaToday } from '../workforce/china-today.ts';
import { type Happening, type ScreenState, useScreen } from './use-screen.ts';

/** What a screen's panels are drawn from. */
export interface ScreenContext {
  readonly data: Snapshot;
  readonly pulses: ScreenState['pulses'];
  readonly news: readonly Happening[];
  /** Into a part, or to the beginning. */
  go(code: number | null): void;
  up(): void;
  /** The rows of a panel, in the shape its screen gives them. */
  rows<R = ScreenRow>(panel: string): readonly R[];
  /** The address of a list, filtered to the place and the season. */
  list(path: string, filter?: Readonly<Record<string, string | number>>): string;
  /** The rows a figure is made of: of the place, or of one of its parts. */
  drill(code: string, part?: number): string | null;
  /** The rows a figure in a panel's row is made of. */
  opens(panel: string, row: object, field: string): string | null;
  text(key: string, args?: Readonly<Record<string, string | number>>): string;
  disease(code: string): string;
  species(code: string): string;
}

interface ScreenFrameProps {
  readonly screen: ScreenName;
  readonly more?: ReactNode;
  /** Drawn for paper instead of the big screen. */
  readonly isPaper?: boolean;
  /** Asked beside place and season: a day that is played back. */
  readonly ask?: Readonly<Record<string, string>>;
  /** Parts the tour visits, the worst first. */
  tourOf?(data: Snapshot): readonly number[];
  children(context: ScreenContext): ReactNode;
}

const order: readonly ScreenName[] = [
  'index',
  'index15',
  'index2',
  'index1',
  'index3',
  'index4',
  'index6',
  'indexNew',
  'stress',
];

/** The screen that was turned to and is not here yet: the next key counts from it. */
let heading: ScreenName | null = null;
let turnNow: (by: -1 | 1) => void = () => {};
/** Ends the listening between two screens, when neither has a header that hears keys. */
let stopListening: (() => void) | null = null;
function listenBetween(): void {
  const listener = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turnNow(-1);
    if (key === 'ArrowRight') turnNow(1);
  };
  window.addEventListener('keydown', listener);
  // A screen that does not come leaves the keys to whatever is there instead.
  const timer = setTimeout(() => stopListening?.(), 10_000);
  stopListening = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', listener);
    heading = null;
    stopListening = null;
  };
}

const worstFirst = (data: Snapshot) =>
  data.region.children
    .filter((one) => one.values['imm.due'] !== 0)
    .toSorted((a, b) => (a.values['imm.coverage'] ?? 2) - (b.values['imm.coverage'] ?? 2))
    .map((one) => one.code);

/** Header, canvas, figures and tour of every big screen; the panels are the screen's own. */
export function ScreenFrame({ screen, more, isPaper = false, ask, tourOf = worstFirst, children }: ScreenFrameProps) {
  const t = useT();
  const page = usePage();
  const { actions } = useSession();
  const { token } = theme.useToken();
  const state = useScreen(screen, ask);
  const { data, go } = state;
  const { screenTitle, logo } = useScreenBrand();
  const { options: diseases } = useDict('ant_disease');
  const { options: species } = useDict('species');
  const root = data?.region.root;
  const stops = data && data.region.code === root ? tourOf(data) : [];
  const isKiosk = page.search.get('kiosk') === '1';
  const tour = useTour(stops, go, isKiosk);
  const up = () => {
    if (data && data.region.code !== root) go(parentOf(data.region.code));
  };
  useEffect(() => {
    heading = null;
    stopListening?.();
    return () => {
      if (heading) listenBetween();
    };
  }, []);
  const turn = (by: -1 | 1) => {
    const open = order.filter((one) => screenPermissions[one].some((each) => actions.has(each)));
    const next = open[(open.indexOf(heading ?? screen) + by + open.length) % open.length];
    const kept = new URLSearchParams();
    for (const name of ['regionCode', 'kiosk']) if (page.search.has(name)) kept.set(name, page.search.get(name) ?? '');
    if (!next || next === (heading ?? screen)) return;
    heading = next;
    page.openPage(`${screenPaths[next]}${kept.size > 0 ? `?${kept}` : ''}`);
  };
  useEffect(() => {
    turnNow = turn;
  });
  const label = (options: readonly DictOption[]) => (code: string) =>
    options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  const season = data?.season;
  return (
    <Stage accent={token.colorPrimary} isPaper={isPaper} isKiosk={isKiosk}>
      <Header
        brand={
          <>
            {logo && <img src={logo} alt="" />}
            <span className={css.cut}>{screenTitle}</span>
          </>
        }
        title={data ? t('prevention.screen.titleOf', { place: data.region.name, title: page.title }) : page.title}
        lamp={state.lamp}
        at={state.at}
        chip={
          season && (
            <span className={css.chip} data-over={!season.ongoing || undefined}>
              {t.any(season.ongoing ? 'prevention.screen.seasonDay' : 'prevention.screen.seasonOver', {
                name: season.name,
                day: Math.min(season.day, season.days),
                days: season.days,
              })}
            </span>
          )
        }
        path={data?.region.path ?? []}
        tour={tour}
        more={more}
        onPlace={(code) => go(code === root ? null : code)}
        onUp={up}
        onTurn={turn}
        onClose={page.closePage}
        isKiosk={isKiosk}
        wallLink={() => {
          const query = new URLSearchParams(page.search);
          query.set('kiosk', '1');
          return `${location.origin}${location.pathname}#${page.path}?${query}`;
        }}
      />
      {data
        ? children({
            data,
            pulses: state.pulses,
            news: state.news,
            go,
            up,
            rows: <R,>(panel: string) => (data.rows[panel] ?? []) as readonly R[],
            list: (path, filter = {}) => {
              const query = new URLSearchParams({ regionCode: String(data.region.code) });
              for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
              return `${path}?${query}`;
            },
            drill: (code, part) => {
              const drill = valueDrill(data, chinaToday(), code, part);
              const values =
                part === undefined ? data.values : data.region.children.find((one) => one.code === part)?.values;
              return drill && figureAddress(addressOf(drill), code, values?.[code]);
            },
            opens: (panel, row, field) => {
              const drill = rowDrill(data, chinaToday(), panel, row as ScreenRow, field);
              return drill && addressOf(drill);
            },
            text: (key, args) => t.any(`prevention.screen.${key}`, args),
            disease: label(diseases),
            species: label(species),
          })
        : state.error && (
            <Trouble error={state.error} isKiosk={isKiosk} onRetry={state.retry} onClose={page.closePage} />
          )}
    </Stage>
  );
}

/** The one sentence of a screen, in the reader's language. */
export function ScreenHeadline({ data, lines = 1 }: { readonly data: Snapshot; readonly lines?: 1 | 2 }) {
  const t = useT();
  const { number } = useNumbers();
  const { key, args, link, urgent } = data.headline;
  const said = Object.entries(args).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]);
  return <Headline text={t.any(key, Object.fromEntries(said))} link={link} urgent={urgent} lines={lines} />;
}
