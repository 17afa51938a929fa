import { Card, Empty, Flex, Input, Tag, Typography, theme } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { ColdStore } from '#modules/depot/contract/temperature/temperature.ts';
import { Celsius } from '../store/celsius.tsx';

interface Props {
  readonly stores: readonly ColdStore[];
  readonly chosen: number | null;
  onChoose(id: number): void;
}

/** Every cold store with its last reading; those that need somebody stand first. */
export function StoreList({ stores, chosen, onChoose }: Props) {
  const text = useTexts('depot.temperaturePage');
  const { token } = theme.useToken();
  const [word, setWord] = useState('');
  const shown = stores.filter((one) => `${one.name}${one.principalName ?? ''}`.includes(word.trim()));
  return (
    <Card size="small" title={`${text('stores')} ${stores.length}`} styles={{ body: { padding: 8 } }}>
      {stores.length > 8 && (
        <Input.Search
          allowClear
          placeholder={text('search')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          style={{ marginBottom: 8 }}
        />
      )}
      {shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noStores')} />}
      <Flex vertical gap={4} style={{ maxHeight: 'calc(100vh - 220px)', overflow: 'auto' }}>
        {shown.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-pressed={one.id === chosen}
            onClick={() => onChoose(one.id)}
            style={{
              all: 'unset',
              boxSizing: 'border-box',
              width: '100%',
              cursor: 'pointer',
              padding: '6px 8px',
              borderRadius: token.borderRadius,
              outlineOffset: -2,
              background: one.id === chosen ? token.colorFillSecondary : 'transparent',
            }}
            data-record
          >
            <Flex justify="space-between" gap={8}>
              <Typography.Text strong={one.id === chosen} ellipsis>
                {one.name}
              </Typography.Text>
              <Celsius celsius={one.lastCelsius} min={one.tempMin} max={one.tempMax} />
            </Flex>
            <Flex justify="space-between" gap={8}>
              <Typography.Text type="secondary" ellipsis style={{ fontSize: 12 }}>
                {one.principalName}
              </Typography.Text>
              {one.isOut ? (
                <Tag color="error" style={{ margin: 0 }}>
                  {text('out')}
                </Tag>
              ) : (
                one.isMissing && <Tag style={{ margin: 0 }}>{text('missing')}</Tag>
              )}
            </Flex>
          </button>
        ))}
      </Flex>
    </Card>
  );
}
