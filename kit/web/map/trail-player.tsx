import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Empty, Flex, Segmented, Slider, Typography, theme } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { CanvasMap } from './canvas-map.tsx';
import type { Bounds } from './map-view.ts';
import { type Fix, placeAt, trailLines, walkedTo } from './trail.ts';

interface Props {
  readonly trail: readonly Fix[];
  readonly boundaries: Boundaries | undefined;
  /** Says to those who do not see it whose way it is. */
  readonly label: string;
  readonly height?: number;
}

/** Seconds of the trail in a second of the player. */
const speeds = [60, 600, 3600] as const;
const edge = 0.002;

function boundsOf(trail: readonly Fix[]): Bounds | null {
  if (trail.length === 0) return null;
  const [xs, ys] = [trail.map((one) => one.longitude), trail.map((one) => one.latitude)];
  return [Math.min(...xs) - edge, Math.min(...ys) - edge, Math.max(...xs) + edge, Math.max(...ys) + edge];
}

/** A way walked again: played, held, drawn to any moment; what nobody knows of it is dashed. */
export function TrailPlayer({ trail, boundaries, label, height = 420 }: Props) {
  const text = useTexts('trail');
  const { token } = theme.useToken();
  const [first, last] = [trail[0]?.at ?? 0, trail.at(-1)?.at ?? 0];
  const [at, setAt] = useState(last);
  const [speed, setSpeed] = useState<number>(speeds[1]);
  const [isPlaying, setPlaying] = useState(false);
  const bounds = useMemo(() => boundsOf(trail), [trail]);
  const clock = useRef(0);
  useEffect(() => {
    setPlaying(false);
    setAt(last);
  }, [last]);
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    const turn = (now: number) => {
      const passed = now - before;
      before = now;
      setAt((then) => {
        const next = Math.min(last, then + passed * speed);
        if (next >= last) setPlaying(false);
        return next;
      });
      clock.current = requestAnimationFrame(turn);
    };
    clock.current = requestAnimationFrame(turn);
    return () => cancelAnimationFrame(clock.current);
  }, [isPlaying, last, speed]);
  const lines = useMemo(
    () => trailLines(trail, at, { past: token.colorPrimary, coming: token.colorTextQuaternary }),
    [trail, at, token],
  );
  const place = placeAt(trail, at);
  if (trail.length === 0) return <Empty description={text('none')} />;
  const toggle = () => {
    if (!isPlaying && at >= last) setAt(first);
    setPlaying(!isPlaying);
  };
  const time = wallTime(new Date(at).toISOString());
  return (
    <Flex vertical gap={8}>
      <CanvasMap
        boundaries={boundaries}
        bounds={bounds}
        height={height}
        label={label}
        lines={lines}
        marks={place ? [{ key: 'here', ...place, n: 1, parts: [{ colour: token.colorError, n: 1 }], label: time }] : []}
        onPick={() => true}
        tip={() => time}
      />
      <Flex gap={12} align="center" wrap>
        <Button
          type="primary"
          shape="circle"
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={text(isPlaying ? 'pause' : 'play')}
          onClick={toggle}
        />
        <Slider
          style={{ flex: '1 1 200px' }}
          min={first}
          max={Math.max(last, first + 1)}
          step={1000}
          value={at}
          onChange={(next) => {
            setPlaying(false);
            setAt(next);
          }}
          tooltip={{ formatter: (value) => wallTime(new Date(value ?? first).toISOString()) }}
          ariaLabelForHandle={text('moment')}
        />
        <Segmented
          size="small"
          value={speed}
          onChange={setSpeed}
          options={speeds.map((value) => ({ value, label: text('speed', { n: value / 60 }) }))}
        />
      </Flex>
      <Typography.Text type="secondary">
        {time} · {text('walked', { km: (walkedTo(trail, at) / 1000).toFixed(2) })}
      </Typography.Text>
    </Flex>
  );
}
