import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Flex, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { type Society, society, societyOrg } from '#modules/cure/contract/society/society.ts';

/** 协会机构: the society's card, and its bodies as a tree with who serves in them. */
export default function OrgPage() {
  const [isSocieties, setSocieties] = useState(false);
  const text = useTexts('cure.orgPage');
  const back = (
    <TextButton onClick={() => setSocieties(!isSocieties)}>{text(isSocieties ? 'bodies' : 'societies')}</TextButton>
  );
  if (isSocieties) return <ResourcePage resource={society} extra={() => back} />;
  return (
    <ResourcePage
      resource={societyOrg}
      tree="parentId"
      above={() => <SocietyCard />}
      extra={() => back}
      cells={{
        posts: (row) => <PageLink to={`/cure/society/post?orgId=${row.id}`}>{row.posts}</PageLink>,
        serving: (row) => <PageLink to={`/cure/society/person?orgId=${row.id}&status=serving`}>{row.serving}</PageLink>,
      }}
    />
  );
}

function SocietyCard() {
  const text = useTexts('cure.society');
  const language = useLanguage();
  const { data = [] } = useQuery({
    queryKey: ['cure.society', 'card', language],
    queryFn: () =>
      call(callOf(society, 'list'), { query: { pageNum: 1, pageSize: 10, status: 'enabled' }, quiet: true }) as Promise<
        Society[]
      >,
  });
  return (
    <Flex vertical gap={8} style={{ marginBlockEnd: 12 }}>
      {data.map((one) => (
        <Card key={one.id} size="small" title={one.name} extra={<Tag>{one.code}</Tag>} data-record>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2, lg: 3 }}
            items={(['registerNo', 'legalPerson', 'members', 'feeYear', 'graceDays', 'halfFeeFrom'] as const).map(
              (name) => ({
                key: name,
                label: text(name),
                children: name === 'feeYear' ? one.feeYearName : String(one[name] ?? '-'),
              }),
            )}
          />
        </Card>
      ))}
    </Flex>
  );
}
