import type { ReactNode } from 'react';
import './labelled.css';

interface LabelledProps {
  readonly label: string;
  readonly htmlFor: string;
  readonly children: ReactNode;
}

/** A name before its box; a filter is never wrong, so nothing is said below it. */
export const Labelled = ({ label, htmlFor, children }: LabelledProps) => (
  <div className="ml-labelled">
    <label htmlFor={htmlFor} title={label}>
      {label}
    </label>
    <div>{children}</div>
  </div>
);
