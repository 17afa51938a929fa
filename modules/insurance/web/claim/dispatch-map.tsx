import { useQuery } from '@tanstack/react-query';
import { Badge, Card, Flex, theme } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import { prefectureOf } from '#kit/web/map/centre.ts';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { ReportBoard } from '#modules/insurance/contract/claim/dispatch.ts';

type Report = ReportBoard['rows'][number];
interface Props {
  readonly board: ReportBoard;
  onPick(row: Report): void;
}
/** Claims by the time they have left, and those who could go there. */
export function DispatchMap({ board, onPick }: Props) {
  const text = useTexts('insurance.boardPage');
  const { token } = theme.useToken();
  const { user } = useSession();
  const around = prefectureOf(user.regionCode) ?? prefectureOf(150500000000);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const colours = { late: token.colorError, soon: token.colorWarning, open: token.blue6, free: token.green6 };
  const now = Date.parse(board.now);
  const colourOf = (row: Report) => {
    const left = Date.parse(row.dueAt) - now;
    if (left < 0) return colours.late;
    return left < 6 * 3_600_000 ? colours.soon : colours.open;
  };
  const claims = board.rows.filter((row) => row.longitude !== null && row.latitude !== null);
  const people = board.surveyors.filter((one) => one.longitude !== null && one.latitude !== null);
  const mark = (key: string, at: { longitude: number | null; latitude: number | null }, colour: string): Mark => ({
    key,
    longitude: at.longitude ?? 0,
    latitude: at.latitude ?? 0,
    n: 1,
    parts: [{ colour, n: 1 }],
  });
  const marks = [
    ...claims.map((row) => mark(`claim:${row.id}`, row, colourOf(row))),
    ...people.map((one) =>
      mark(`staff:${one.staffId}`, one, one.open < one.maxOpen ? colours.free : token.colorTextTertiary),
    ),
  ];
  const all = [...claims, ...people];
  const key = all.map((one) => `${one.longitude},${one.latitude}`).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are their key
  const bounds = useMemo((): Bounds | null => {
    if (all.length === 0) return null;
    const [xs, ys] = [all.map((one) => one.longitude ?? 0), all.map((one) => one.latitude ?? 0)];
    const edge = 0.05;
    return [Math.min(...xs) - edge, Math.min(...ys) - edge, Math.max(...xs) + edge, Math.max(...ys) + edge];
  }, [key]);
  const claimOf = (of: string) => claims.find((row) => `claim:${row.id}` === of);
  const personOf = (of: string) => people.find((one) => `staff:${one.staffId}` === of);
  const tip = ({ key: of }: Mark) => {
    const row = claimOf(of);
    if (row) return <span data-record>{`${row.docNo} ${row.holder} · ${row.village} · ${wallTime(row.dueAt)}`}</span>;
    const one = personOf(of);
    return (
      <span data-record>{`${one?.name ?? ''} · ${text('open', { n: one?.open ?? 0, of: one?.maxOpen ?? 0 })}`}</span>
    );
  };
  return (
    <Card
      size="small"
      title={text('map')}
      extra={
        <Flex gap={12} wrap>
          <Badge color={colours.late} text={text('overdue')} />
          <Badge color={colours.soon} text={text('soon')} />
          <Badge color={colours.open} text={text('waiting')} />
          <Badge color={colours.free} text={text('surveyors')} />
        </Flex>
      }
    >
      <CanvasMap
        boundaries={boundaries}
        marks={marks}
        bounds={bounds}
        height={360}
        label={text('mapLabel', { claims: claims.length, surveyors: people.length })}
        onPick={({ key: of }) => {
          const row = claimOf(of);
          if (row) onPick(row);
          return row !== undefined;
        }}
        tip={tip}
      />
    </Card>
  );
}
