import { Tag } from 'antd';

export const MethodTag = ({ method }: { readonly method: string }) => (
  <Tag color={method === 'GET' ? 'green' : 'orange'} style={{ marginInlineEnd: 0, minWidth: 50, textAlign: 'center' }}>
    {method}
  </Tag>
);
