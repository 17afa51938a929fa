import {
  CloseOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LeftOutlined,
  LinkOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { copyText } from '#kit/web/ui/copy-text.ts';
import { useFullscreen } from '#kit/web/ui/use-fullscreen.ts';
import css from './screen.module.css';
import { type LampState, useClock } from './use-live.ts';

interface HeaderProps {
  readonly brand: ReactNode;
  readonly title: string;
  readonly lamp: LampState;
  /** When the figures were true. */
  readonly at: number;
  readonly chip: ReactNode;
  readonly path: readonly { readonly code: number; readonly name: string }[];
  readonly tour: { readonly isOn: boolean; toggle(): void };
  readonly more?: ReactNode;
  /** On an unattended display: no buttons. */
  readonly isKiosk: boolean;
  onPlace(code: number): void;
  onUp(): void;
  onTurn(by: -1 | 1): void;
  onClose(): void;
  /** The address of this screen for an unattended display. */
  wallLink(): string;
}

const oldAfter = 10 * 60_000;

export function Header(props: HeaderProps) {
  const { brand, title, lamp, at, chip, path, tour, more, isKiosk, onPlace, onUp, onTurn, onClose, wallLink } = props;
  const t = useT();
  const language = useLanguage();
  const { isFull, toggle: full } = useFullscreen();
  const copy = async () => {
    if (await copyText(wallLink())) notify('success', t('kit.copied'));
    else notify('error', wallLink());
  };
  const key = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const name = event.key.toLowerCase();
    if (name === 'arrowleft') onTurn(-1);
    if (name === 'arrowright') onTurn(1);
    if (name === 'escape') onUp();
    if (name === 'f') full();
    if (name === 't') tour.toggle();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => key(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <header className={css.header}>
      <div className={css.brand}>{brand}</div>
      <h1 className={css.title} data-latin={language === 'en' || undefined} style={{ margin: 0 }}>
        {title}
      </h1>
      <div className={css.tools}>
        <div className={css.toolRow}>
          {more}
          {chip}
          <span className={css.lamp} data-state={lamp} data-testid="lamp">
            {t.any(`kit.screen.lamp.${lamp}`)}
          </span>
          <Clock at={lamp === 'live' ? 0 : at} />
        </div>
        <div className={css.toolRow}>
          <span className={css.path} data-testid="path">
            {path.map((one, index) => (
              <span key={one.code}>
                {index > 0 && ' / '}
                <button type="button" className={css.plain} onClick={() => onPlace(one.code)}>
                  {one.name}
                </button>
              </span>
            ))}
          </span>
          {!isKiosk && (
            <>
              <Tool label={t('kit.screen.tour')} isOn={tour.isOn} onClick={tour.toggle}>
                {tour.isOn ? <PauseOutlined /> : <PlayCircleOutlined />}
              </Tool>
              <Tool label={t('kit.screen.previous')} onClick={() => onTurn(-1)}>
                <LeftOutlined />
              </Tool>
              <Tool label={t('kit.screen.next')} onClick={() => onTurn(1)}>
                <RightOutlined />
              </Tool>
              <Tool label={t('kit.screen.full')} onClick={full}>
                {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
              </Tool>
              <Tool label={t('kit.screen.wallLink')} onClick={() => void copy()}>
                <LinkOutlined />
              </Tool>
              <Tool label={t('kit.close')} onClick={onClose}>
                <CloseOutlined />
              </Tool>
            </>
          )}
        </div>
      </div>
    </header>
  );
}

/** The only part of a screen that is drawn every second. */
function Clock({ at }: { readonly at: number }) {
  const t = useT();
  const language = useLanguage();
  const now = useClock();
  const told = (options: Intl.DateTimeFormatOptions, when: Date | number = now) =>
    new Intl.DateTimeFormat(language.replace('_', '-'), { timeZone: 'Asia/Shanghai', ...options }).format(when);
  const isOld = at > 0 && now.getTime() - at > oldAfter;
  return (
    <>
      {isOld && (
        <span>{t('kit.screen.asOf', { time: told({ hour: '2-digit', minute: '2-digit', hour12: false }, at) })}</span>
      )}
      <span>{told({ year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'short' })}</span>
      <span className={css.clock}>
        {told({ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })}
      </span>
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isOn?: boolean;
  onClick(): void;
  readonly children: ReactNode;
}

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={`${css.plain} ${css.icon}`}
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
