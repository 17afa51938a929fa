import { SearchOutlined } from '@ant-design/icons';
import { Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { pages } from '../pages.ts';

const types = [
  { value: 1, name: 'prevention', path: '/ant/search/prevention' },
  { value: 2, name: 'principalName', path: '/ant/search/principalName' },
  { value: 3, name: 'animalTypeName', path: '/ant/search/animalTypeName' },
  { value: 4, name: 'warranty', path: '/insuranceMgt/warrantySearch' },
] as const;

/** Search by name, each type on its own screen; types whose screen is not built are not offered. */
export function HeaderSearch() {
  const t = useT();
  const navigate = useNavigate();
  const allowed = useCan('ant:home:search');
  const offered = types.filter((one) => pages.has(one.path));
  const [type, setType] = useState<number | undefined>(offered[0]?.value);
  const [text, setText] = useState('');
  if (!allowed || offered.length === 0) return null;

  const search = () => {
    const name = text.trim();
    if (!name) return notify('warning', t('shell.header.searchEmpty'));
    const path = offered.find((one) => one.value === type)?.path;
    if (path) void navigate(`${path}?name=${encodeURIComponent(name)}`);
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
