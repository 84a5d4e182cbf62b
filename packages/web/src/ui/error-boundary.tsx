import { Component, type ReactNode } from 'react';
import { reloadIfOld } from '#lib/build.ts';
import { ErrorState } from './empty-state.tsx';

type Props = { /** Where one is: elsewhere is a new try. */ place: string; children: ReactNode };
type State = { isBroken: boolean; place: string };

/** Keeps a screen that broke, or a part of the site that did not load, from taking the whole page along. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }
  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { isBroken: false, place };
  }
  /** Most often what did not load is of a build that the server has no longer. */
  override componentDidCatch(): void {
    void reloadIfOld();
  }
  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return <ErrorState text="Страница сломалась" more="Мы этого не хотели. Попробуйте ещё раз: обычно помогает." onRetry={() => location.reload()} />;
  }
}
