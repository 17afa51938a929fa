import { CheckCircleFilled, CloudUploadOutlined, SearchOutlined } from '@ant-design/icons';
import { Badge, Card, Empty, Flex, Input, Progress, Spin, Tag, Typography, theme } from 'antd';
import { useState } from 'react';
import { CameraScan } from '#kit/web/field/camera-scan.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { outbox } from '../offline/outbox.ts';
import { useHouseholds } from '../offline/use-pack.ts';
import { useWords } from '../texts.ts';
import type { Mode } from './form.ts';

interface Props {
  readonly mode: Mode;
  readonly chosen: number | null;
  readonly pack: { readonly done: number; readonly of: number } | null;
  onChoose(principalId: number): void;
}

/** Households of the worker's villages, those with something left first; any ear tag finds its holder. */
export function HolderPicker({ mode, chosen, pack, onChoose }: Props) {
  const words = useWords();
  const { token } = theme.useToken();
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useDebounced('', 300);
  const { data, error, isPending, refetch } = useHouseholds(mode, keyword);
  const queued = outbox.useOutbox((box) => box.items);
  const rows = data?.rows ?? [];
  const left = rows.filter((one) => one.due > one.done).length;
  return (
    <Card
      size="small"
      title={words('households')}
      extra={<Typography.Text type="secondary">{words('leftOf', { n: left, of: rows.length })}</Typography.Text>}
      styles={{ body: { padding: 8 } }}
    >
      <Flex vertical gap={8}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={words('findHolder')}
          placeholder={words('findHolder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setKeyword(event.target.value.trim());
          }}
          onPressEnter={() => {
            if (rows.length === 1 && rows[0]) onChoose(rows[0].principalId);
          }}
          suffix={
            <CameraScan
              onScan={(code) => {
                setText(code);
                setKeyword(code);
              }}
            />
          }
        />
        {pack && pack.done < pack.of && (
          <Progress
            size="small"
            percent={Math.round((100 * pack.done) / pack.of)}
            format={() => `${pack.done}/${pack.of}`}
          />
        )}
        {pack && pack.done >= pack.of && (
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            <CheckCircleFilled style={{ color: token.colorSuccess }} /> {words('packReady', { n: pack.of })}
          </Typography.Text>
        )}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {isPending && !error && <Spin />}
        {data && rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words('noHousehold')} />}
        <div className="ml-visit-holders" role="listbox" aria-label={words('households')}>
          {rows.map((one) => {
            const isQueued = queued.some((item) => item.state !== 'sent' && item.form.principalId === one.principalId);
            return (
              <button
                key={one.principalId}
                type="button"
                role="option"
                aria-selected={one.principalId === chosen}
                onClick={() => onChoose(one.principalId)}
                style={{
                  background: one.principalId === chosen ? token.controlItemBgActive : 'transparent',
                  color: token.colorText,
                  borderColor: token.colorBorderSecondary,
                }}
              >
                <span data-record className="ml-visit-holder-name">
                  {one.name}
                </span>
                <span>
                  {isQueued && (
                    <Tag color="warning" icon={<CloudUploadOutlined aria-hidden />}>
                      {words('waits')}
                    </Tag>
                  )}
                  {one.due > one.done ? (
                    <Badge
                      count={one.due - one.done}
                      overflowCount={9999}
                      color={token.colorPrimary}
                      styles={{ indicator: { color: token.colorBgContainer } }}
                    />
                  ) : one.due > 0 ? (
                    <CheckCircleFilled style={{ color: token.colorSuccess }} aria-label={words('allDone')} />
                  ) : null}
                </span>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  <span data-record>
                    {[one.place, one.phoneTail, one.heads ? words('headsOf', { n: one.heads }) : null]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>{' '}
                  {one.due > 0 && `· ${one.done}/${one.due}`}
                </Typography.Text>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  {one.lastVisitOn?.slice(5) ?? ''}
                </Typography.Text>
              </button>
            );
          })}
        </div>
      </Flex>
    </Card>
  );
}
