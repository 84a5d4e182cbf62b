import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Wraps a part of a page that is its own chunk and that the page can do without. While its code is
 * loading, and where it failed to load (`isLost`), `draw` is shown instead. It is requested again
 * the next time it is mounted; React's `lazy` would remember the failure and break the page.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  draw: (props: Props, isLost: boolean) => ReactNode = () => null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Part(props: Props) {
    const [Content, setContent] = useState(() => loaded);
    const [isLost, setLost] = useState(false);
    useEffect(() => {
      if (Content !== undefined) return undefined;
      let isGone = false;
      load().then(
        (component) => {
          loaded = component;
          if (!isGone) setContent(() => component);
        },
        () => {
          if (!isGone) setLost(true);
        },
      );
      return () => {
        isGone = true;
      };
    }, [Content]);
    return Content === undefined ? draw(props, isLost) : <Content {...props} />;
  };
}
