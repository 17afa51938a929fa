import { SearchOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { pressJump } from '../palette/press-jump.ts';
import s from './header.module.css';

const keys = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** Opens the palette and says which keys do; on a phone it is the only search. */
export function JumpButton({ compact }: { compact: boolean }) {
  const t = useT();
  const button = (
    <Button
      type="text"
      icon={<SearchOutlined />}
      aria-label={compact ? t('shell.palette.title') : `${t('shell.palette.title')} ${keys}`}
      onClick={() => pressJump()}
    >
      {!compact && <kbd className={s.keys}>{keys}</kbd>}
    </Button>
  );
  return compact ? button : <Tooltip title={t('shell.palette.hint')}>{button}</Tooltip>;
}
