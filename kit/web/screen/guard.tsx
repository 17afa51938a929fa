import { Component, type ReactNode } from 'react';

const retryAfter = [5_000, 15_000, 60_000];

interface GuardProps {
  /** Shown while what is inside cannot be drawn. */
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** What cannot be drawn takes nothing else with it, and is tried again after 5, 15 and every 60 seconds. */
export class Guard extends Component<GuardProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };
  #times = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    clearTimeout(this.#timer);
    const wait = retryAfter[Math.min(this.#times, retryAfter.length - 1)];
    this.#times += 1;
    this.#timer = setTimeout(() => this.setState({ isBroken: false }), wait);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
