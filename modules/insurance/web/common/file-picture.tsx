import { useQuery } from '@tanstack/react-query';
import { Image } from 'antd';
import { filePort } from '#kit/web/ui/file-port.ts';

interface Props {
  readonly fileId: number;
  readonly label: string;
}
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** A picture of a record, small, with what it shows below it. */
export function FilePicture({ fileId, label }: Props) {
  const { data } = useQuery({
    queryKey: ['insurance', 'picture', fileId],
    queryFn: async () => (await filePort.current?.link(fileId)) ?? blank,
    retry: false,
    staleTime: 60_000,
  });
  return (
    <figure style={{ margin: 0 }}>
      <Image width={120} height={90} style={{ objectFit: 'cover' }} src={data ?? blank} fallback={blank} alt={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
