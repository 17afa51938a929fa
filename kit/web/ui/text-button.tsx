import type { ComponentProps } from 'react';
import './text-button.css';

interface Props extends ComponentProps<'button'> {
  readonly danger?: boolean;
}

/** A word to press inside a row. A list has a hundred of them, and a library's button is a dozen components each. */
export const TextButton = ({ danger = false, className = '', ...rest }: Props) => (
  <button type="button" className={`ml-text-button ${className}`} data-danger={danger || undefined} {...rest} />
);
