import { Component, type ReactNode } from 'react';
import { Failed } from './failed.tsx';

/** The shell itself threw, or its code could not be fetched: nothing but a fresh start helps. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failed error={error} onRetry={() => location.reload()} home={false} bare />;
  }
}
