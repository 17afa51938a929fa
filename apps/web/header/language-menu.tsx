import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { Language } from '#kit/contract/envelope.ts';
import { setLanguage, useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { languages, toHeader } from '#kit/web/i18n/language.ts';
import { languageNames } from '../brand/language-names.ts';

export function LanguageMenu() {
  const t = useT();
  const language = useLanguage();
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: languages.map((key) => ({ key, label: <span lang={toHeader(key)}>{languageNames[key]}</span> })),
        onClick: ({ key }) => void setLanguage(key as Language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} title={t('shell.language')} aria-label={t('shell.language')} />
    </Dropdown>
  );
}
