import { useQueries, useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Segmented, Select, Statistic, Table, Tag, Tree, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type MenuRow, menuCalls, menuCoverage, terminals } from '#modules/platform/contract/role/sys-menu.ts';

const holes = ['inNoMenu', 'inNoItem', 'inNoRole'] as const;

/** Both terminals in one tree, first-level menus on top, and beside it what leads nowhere. */
export default function MenuBoardPage() {
  const text = useTexts('platform.menuBoard');
  const language = useLanguage();
  const url = useUrlState();
  const systems = useDict('sys_system').options;
  const [hole, setHole] = useState<(typeof holes)[number]>('inNoItem');
  const menus = useQueries({
    queries: terminals.map((terminal) => ({
      queryKey: ['platform.menus', terminal],
      queryFn: () => call(menuCalls[terminal].list, { query: {}, quiet: true }) as Promise<MenuRow[]>,
    })),
  });
  const coverage = useQuery({
    queryKey: ['platform.menuCoverage', language],
    queryFn: () => call(menuCoverage, { quiet: true }),
  });
  const failed = menus.find((one) => one.error)?.error ?? coverage.error;
  if (failed) return <Failed error={failed} onRetry={() => void coverage.refetch()} />;
  if (!coverage.data || menus.some((one) => one.isPending)) return <Waiting />;
  const nameOf = (row: MenuRow) =>
    language === 'en' ? row.menuNameEn : language === 'zh_TW' ? row.menuNameTw : row.menuName;
  const chosen = url.get('systemId');
  const treeData = terminals.map((terminal, at) => {
    const rows = (menus[at]?.data ?? []).filter((row) => !chosen || String(row.systemId) === chosen);
    const branch = (parentId: number | null): object[] =>
      rows
        .filter((row) => row.parentId === parentId && row.menuType < 4)
        .map((row) => ({
          key: `${terminal} ${row.id}`,
          title: (
            <span>
              {nameOf(row)} {row.path && <Typography.Text type="secondary">{row.path}</Typography.Text>}{' '}
              {row.visible === 0 && <Tag>{text('hidden')}</Tag>}
            </span>
          ),
          children: branch(row.id),
        }));
    return { key: terminal, title: <b>{`${text(terminal)} (${rows.length})`}</b>, children: branch(null) };
  });
  const { data } = coverage;
  const figures = [
    ['screens', data.screens],
    ['built', data.built],
    ['menus', data.menus],
    ...holes.map((key) => [key, data[key].length] as const),
  ] as const;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Row gutter={[16, 8]}>
          {figures.map(([key, value]) => (
            <Col key={key} xs={12} md={4}>
              <Statistic
                title={text(key)}
                value={value}
                styles={key.startsWith('inNo') && value > 0 ? { content: { color: 'var(--ant-color-error)' } } : {}}
              />
            </Col>
          ))}
        </Row>
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={12}>
          <Card
            size="small"
            title={text('tree')}
            extra={
              <Flex gap={12}>
                <PageLink to="/system/webMenu">{text('keepWeb')}</PageLink>
                <PageLink to="/system/mobileMenu">{text('keepMobile')}</PageLink>
              </Flex>
            }
          >
            <Flex vertical gap={8}>
              <Select
                style={{ width: 240 }}
                aria-label={text('system')}
                value={chosen ?? ''}
                onChange={(next) => url.set({ systemId: next || null })}
                options={[
                  { value: '', label: text('all') },
                  ...systems.map((one) => ({ value: one.dictValue, label: one.dictLabel })),
                ]}
              />
              <Tree
                selectable={false}
                defaultExpandedKeys={[...terminals]}
                treeData={treeData as never}
                height={520}
                showLine
              />
            </Flex>
          </Card>
        </Col>
        <Col xs={24} xl={12}>
          <Card size="small" title={text('coverage')}>
            <Segmented
              value={hole}
              onChange={(next) => setHole(next as typeof hole)}
              options={holes.map((value) => ({ value, label: `${text(value)} ${data[value].length}` }))}
              style={{ marginBottom: 8 }}
            />
            <Typography.Paragraph type="secondary">{text(`${hole}Help`)}</Typography.Paragraph>
            <Table
              size="small"
              rowKey={(row) => `${row.id} ${row.path} ${row.note}`}
              dataSource={data[hole]}
              pagination={{ pageSize: 12, hideOnSinglePage: true, showSizeChanger: false }}
              locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('none')} /> }}
              columns={[
                { title: text('name'), dataIndex: 'name' },
                { title: text('path'), dataIndex: 'path' },
                { title: text('permission'), dataIndex: 'note' },
              ]}
            />
          </Card>
        </Col>
      </Row>
    </Flex>
  );
}
