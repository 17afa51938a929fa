import { UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from 'antd';
import { filePort } from '#kit/web/ui/file-port.ts';

/** A worker's picture, or the first character of the name. */
export function WorkerPhoto({
  fileId,
  name,
  size = 28,
}: {
  readonly fileId: number | null;
  readonly name: string;
  readonly size?: number;
}) {
  const { data } = useQuery({
    queryKey: ['file', fileId],
    queryFn: () => filePort.current?.link(fileId as number) ?? '',
    enabled: fileId !== null,
    staleTime: 300_000,
  });
  if (data) return <Avatar size={size} src={data} alt={name} />;
  return (
    <Avatar size={size} data-record icon={name ? undefined : <UserOutlined aria-hidden />}>
      {name.slice(0, 1)}
    </Avatar>
  );
}
