import { Breadcrumb, Typography } from 'antd';

interface Props {
  readonly path: readonly { readonly code: number; readonly name: string }[];
  onOpen(code: number): void;
}

/** Where one stands, and the way back up. */
export function RegionPath({ path, onOpen }: Props) {
  return (
    <Breadcrumb
      items={path.map((one, at) => ({
        key: one.code,
        title:
          at < path.length - 1 ? (
            <Typography.Link onClick={() => onOpen(one.code)} data-record>
              {one.name}
            </Typography.Link>
          ) : (
            <b data-record>{one.name}</b>
          ),
      }))}
    />
  );
}
