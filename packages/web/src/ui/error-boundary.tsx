import { Component, type ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';

/** Keeps a screen that broke, or a part of the site that did not load, from taking the whole page along. `place` is where one is: elsewhere is a new try. */
export class ErrorBoundary extends Component<{ place: string; children: ReactNode }, { broken: string | null }> {
  override state: { broken: string | null } = { broken: null };

  static getDerivedStateFromError(): { broken: string | null } {
    return { broken: '' };
  }
  override componentDidCatch(): void {
    this.setState({ broken: this.props.place });
  }
  override componentDidUpdate(): void {
    if (this.state.broken !== null && this.state.broken !== '' && this.state.broken !== this.props.place) this.setState({ broken: null });
  }
  override render(): ReactNode {
    if (this.state.broken === null) return this.props.children;
    return <ErrorState text="Страница сломалась" more="Мы этого не хотели. Попробуйте ещё раз: обычно помогает." onRetry={() => location.reload()} />;
  }
}
