import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type Language, languages } from '#kit/contract/envelope.ts';
import { setLanguage, useLanguage, useT } from '#kit/web/i18n/i18n.ts';

/** Each language by its own name, so that it is found whichever is in use. */
export const languageNames: Record<Language, string> = { zh_CN: '简体中文', zh_TW: '繁體中文', en: 'English' };

export function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const t = useT();
  const language = useLanguage();
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: languages.map((key) => ({ key, label: <span lang={key.replace('_', '-')}>{languageNames[key]}</span> })),
        onClick: ({ key }) => void setLanguage(key as Language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={t('shell.language')}>
        {compact ? null : languageNames[language]}
      </Button>
    </Dropdown>
  );
}
