import { AppstoreOutlined, SearchOutlined } from '@ant-design/icons';
import { Input, Modal, Spin } from 'antd';
import { type KeyboardEvent, useId, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import s from './palette.module.css';
import { type Place, usePlaces } from './use-places.ts';

export default function PaletteDialog({ asked, onClose }: { asked: string; onClose(): void }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const [words, setWords] = useState(asked);
  const [at, setAt] = useState(0);
  const { places, isLooking } = usePlaces(words);
  const chosen = Math.min(at, places.length - 1);
  const go = (index: number) => {
    const place = places[index];
    if (!place) return;
    onClose();
    void navigate(place.path);
  };
  const steer = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0 && places.length > 0) {
      event.preventDefault();
      setAt((chosen + move + places.length) % places.length);
    }
    // Enter also ends the writing of a Chinese word, which is not yet the choice of a place.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(chosen);
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
      style={{ top: 96 }}
      aria-label={t('shell.palette.title')}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined aria-hidden />}
        suffix={isLooking ? <Spin size="small" /> : <span />}
        placeholder={t('shell.palette.hint')}
        aria-label={t('shell.palette.title')}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={places.length > 0 ? `${id}-${chosen}` : undefined}
        value={words}
        maxLength={60}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={steer}
      />
      <div id={id} role="listbox" aria-label={t('shell.palette.title')} className={s.list}>
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
          <div
            key={place.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? intoView : null}
            className={s.row}
            onMouseMove={() => setAt(index)}
            onClick={() => go(index)}
          >
            <Icon of={place} />
            <span className={s.name}>{place.name}</span>
            <span className={s.kind}>
              {place.finder ? t.any(place.label ?? place.finder.label) : t('shell.palette.page')}
            </span>
          </div>
        ))}
      </div>
      {places.length === 0 && !isLooking && <p className={s.none}>{t('shell.palette.none')}</p>}
    </Modal>
  );
}

function Icon({ of }: { readonly of: Place }) {
  const Own = of.finder?.icon ?? AppstoreOutlined;
  return <Own aria-hidden />;
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });
