import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useTourStore } from '../welcome/tour-store.ts';

/** The palette listens to its keys and to nothing else. */
const pressJump = () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));

export function HelpMenu() {
  const t = useT();
  const start = useTourStore((store) => store.start);
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'tour', label: t('shell.help.tour'), onClick: start },
          { key: 'jump', label: t('shell.help.jump'), onClick: pressJump },
        ],
      }}
    >
      <Button type="text" icon={<QuestionCircleOutlined />} aria-label={t('shell.help.menu')} />
    </Dropdown>
  );
}
