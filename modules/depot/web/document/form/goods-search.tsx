import { BarcodeOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AutoComplete, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { CameraScan } from '#kit/web/field/camera-scan.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { findGoods, type Goods } from '#modules/depot/contract/document/doc-view.ts';

interface Props {
  readonly id: string;
  /** Only what lies in this store. */
  readonly depotId: number | null;
  /** With what was scanned or typed: it may be the number of a lot. */
  onFound(goods: Goods, word: string): void;
}

/** A scanner types and presses Enter; a person types and chooses. Either way a line begins. */
export function GoodsSearch({ id, depotId, onFound }: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useDebounced('');
  const ask = (word: string) => ({
    ...(word && { keyword: word }),
    ...(depotId !== null && { depotId }),
  });
  const found = useQuery({
    queryKey: ['depot.goods', keyword, depotId],
    queryFn: () => call(findGoods, { query: ask(keyword), quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const take = (goods: Goods, word: string) => {
    setText('');
    setKeyword('');
    onFound(goods, word);
  };
  const enter = async (raw: string) => {
    const word = raw.trim();
    if (!word) return;
    const rows = await call(findGoods, { query: ask(word) });
    const exact = rows.find((one) => one.barcode === word || one.materialNo === word);
    const one = exact ?? (rows.length === 1 ? rows[0] : undefined);
    if (one) take(one, word);
    else if (rows.length === 0) notify('warning', t('depot.docForm.notFound', { word }));
  };
  return (
    <AutoComplete
      id={id}
      value={text}
      style={{ width: 'min(100%, 460px)' }}
      showSearch={{
        filterOption: false,
        onSearch: (word) => {
          setText(word);
          setKeyword(word.trim());
        },
      }}
      options={(found.data ?? []).map((one) => ({
        value: String(one.id),
        label: (
          <Flex justify="space-between" gap={12}>
            <span>
              {one.name} <Typography.Text type="secondary">{one.spec}</Typography.Text>
            </span>
            <Typography.Text type="secondary">{one.materialNo}</Typography.Text>
          </Flex>
        ),
      }))}
      onSelect={(value: string) => {
        const one = found.data?.find((goods) => String(goods.id) === value);
        if (one) take(one, text.trim());
      }}
    >
      <Input
        prefix={<BarcodeOutlined aria-hidden />}
        placeholder={t('depot.docForm.scan')}
        aria-label={t('depot.docForm.scan')}
        onPressEnter={() => void enter(text)}
        suffix={<CameraScan onScan={(code) => void enter(code)} />}
      />
    </AutoComplete>
  );
}
