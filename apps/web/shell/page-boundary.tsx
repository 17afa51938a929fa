import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Failed } from '../exception/failed.tsx';
import { useLayoutStore } from './layout-store.ts';

interface Props {
  readonly children: ReactNode;
}

/** A page that throws shows its own error and leaves the other tabs alone. */
export class PageBoundary extends Component<Props, { error: unknown; attempt: number }> {
  override state = { error: null as unknown, attempt: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
    // The page will not come to say that it is there.
    useLayoutStore.getState().setLoading(false);
  }

  override render() {
    const { error, attempt } = this.state;
    if (error === null) return <div key={attempt}>{this.props.children}</div>;
    return <Failed error={error} onRetry={() => this.setState({ error: null, attempt: attempt + 1 })} />;
  }
}
