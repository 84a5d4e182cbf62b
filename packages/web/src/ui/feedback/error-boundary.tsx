import { Component, type ReactNode } from 'react';
import { reloadIfOld } from '#lib/browser/build.ts';
import { LostPage } from '#lib/navigation/page.tsx';
import { ErrorState } from './empty-state.tsx';

type Props = {
  /** The current location: a change of it resets the error. */ place: string;
  children: ReactNode;
};
type State = { isBroken: boolean; lost: LostPage | null; place: string };

/**
 * Keeps a page that threw, or a part of the site that failed to load, from breaking the whole site.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false, lost: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { isBroken: true, lost: error instanceof LostPage ? error : null };
  }
  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { isBroken: false, lost: null, place };
  }
  /** What failed to load usually belongs to a build that the server no longer has. */
  override componentDidCatch(): void {
    void reloadIfOld();
  }
  override render(): ReactNode {
    const { isBroken, lost } = this.state;
    if (!isBroken) return this.props.children;
    const again = () => {
      lost?.again();
      this.setState({ isBroken: false, lost: null });
    };
    if (lost !== null) return <ErrorState text="Страница не загрузилась" onRetry={again} />;
    return (
      <ErrorState
        text="Страница сломалась"
        more="Мы этого не хотели. Попробуйте ещё раз: обычно помогает."
        onRetry={() => location.reload()}
      />
    );
  }
}
