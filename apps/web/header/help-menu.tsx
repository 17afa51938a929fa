import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { pressJump } from '../palette/press-jump.ts';
import { useTourStore } from '../welcome/tour-store.ts';

export function HelpMenu() {
  const t = useT();
  const start = useTourStore((store) => store.start);
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'tour', label: t('shell.help.tour'), onClick: () => start() },
          { key: 'jump', label: t('shell.help.jump'), onClick: () => pressJump() },
        ],
      }}
    >
      <Button type="text" icon={<QuestionCircleOutlined />} aria-label={t('shell.help.menu')} />
    </Dropdown>
  );
}
