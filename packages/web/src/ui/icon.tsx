import type { ReactElement, SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Width and height in pixels; 24 is the size that the set is drawn in. */
  size?: number;
  /** The line width, on the 24 px grid of the set; a filled icon has none. */
  stroke?: number;
};
export type Icon = (props: IconProps) => ReactElement;

const LINES = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Returns a component that draws the paths of one icon of the set. */
export function makeIcon(paths: readonly string[], isFilled: boolean): Icon {
  return ({ size = 24, stroke = 2, ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      {...(isFilled ? { fill: 'currentColor' } : { ...LINES, strokeWidth: stroke })}
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
