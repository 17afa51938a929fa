import { useEffect, useState } from 'react';
import { Opens } from './figure.tsx';
import css from './screen.module.css';

interface HeadlineProps {
  readonly text: string;
  readonly link: string | null;
  readonly urgent: boolean;
  /** Two where the panel is too narrow for one. */
  readonly lines?: 1 | 2;
}

/** One sentence that says it all; a new one writes itself. */
export function Headline({ text, link, urgent, lines = 1 }: HeadlineProps) {
  const [isFresh, setFresh] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new sentence is written anew
  useEffect(() => {
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), 1_500);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={css.headline} data-urgent={urgent || undefined} data-lines={lines} data-headline>
      <span data-fresh={isFresh || undefined} title={text}>
        <Opens to={link}>{text}</Opens>
      </span>
    </div>
  );
}
