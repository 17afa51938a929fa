import { SearchOutlined } from '@ant-design/icons';
import { Input, Select, Space } from 'antd';
import { useState } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { pages } from '../pages.ts';
import { pressJump } from '../palette/press-jump.ts';

const types = [
  { value: 0, name: 'all', path: null },
  { value: 1, name: 'prevention', path: '/ant/search/prevention' },
  { value: 2, name: 'principalName', path: '/ant/search/principalName' },
  { value: 3, name: 'animalTypeName', path: '/ant/search/animalTypeName' },
  { value: 4, name: 'warranty', path: '/insuranceMgt/warrantySearch' },
] as const;

/** Search by whatever is known, in the palette, or by name, each type on its own screen; types whose screen is not built are not offered. */
export function HeaderSearch() {
  const t = useT();
  const navigate = useNavigate();
  const allowed = useCan('ant:home:search');
  const offered = types.filter((one) => one.path === null || pages.has(one.path));
  const [type, setType] = useState<number>(offered[0]?.value ?? 0);
  const [text, setText] = useState('');
  if (!allowed || offered.length < 2) return null;

  const search = () => {
    const name = text.trim();
    if (!name) return notify('warning', t('shell.header.searchEmpty'));
    const path = offered.find((one) => one.value === type)?.path;
    if (!path) pressJump(name);
    else void navigate(`${path}?name=${encodeURIComponent(name)}`);
  };
  return (
    <Space.Compact role="search">
      <Select
        value={type}
        onChange={setType}
        aria-label={t('shell.header.searchType')}
        popupMatchSelectWidth={false}
        options={offered.map(({ value, name }) => ({ value, label: t(`shell.header.searchTypes.${name}`) }))}
      />
      <Input
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={search}
        allowClear
        maxLength={50}
        style={{ width: 200 }}
        placeholder={t('shell.header.searchPlaceholder')}
        aria-label={t('shell.header.search')}
        suffix={<SearchOutlined role="button" aria-label={t('shell.header.search')} tabIndex={0} onClick={search} />}
      />
    </Space.Compact>
  );
}
