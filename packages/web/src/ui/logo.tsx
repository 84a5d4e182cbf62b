import { classNames } from '#lib/browser/class-names.ts';
import styles from './logo.module.css';

// Paths instead of text: the name looks the same before any font is loaded.
const WORD =
  'M0 30.6L0 1.2L8.2 1.2L8.2 7.7L7.9 8.7L7.9 15.1L8.2 17L8.2 30.6L0 30.6M5.6 12.6Q6.2 8.9 7.8 6.2Q9.5 3.5 12 2Q14.6 0.5 17.8 0.5Q21.2 0.5 23.7 2Q26.3 3.5 27.7 6.2Q29.1 9 29.1 12.6Q29.1 16.2 27.7 18.9Q26.3 21.6 23.7 23.1Q21.2 24.6 17.8 24.6Q14.6 24.6 12 23.1Q9.5 21.6 7.8 18.9Q6.2 16.2 5.6 12.6M20.9 12.6Q20.9 10.9 20.2 9.6Q19.5 8.2 18.2 7.5Q17 6.7 15.4 6.7Q13.7 6.7 12.2 7.5Q10.8 8.2 9.6 9.6Q8.5 10.9 7.9 12.6Q8.5 14.3 9.6 15.6Q10.8 16.9 12.2 17.7Q13.7 18.4 15.4 18.4Q17 18.4 18.2 17.7Q19.5 16.9 20.2 15.6Q20.9 14.3 20.9 12.6M44.9 24.6Q40.8 24.6 37.5 23.1Q34.3 21.6 32.4 18.9Q30.5 16.1 30.5 12.5Q30.5 8.9 32.3 6.2Q34.1 3.5 37.2 2Q40.4 0.5 44.3 0.5Q48.5 0.5 51.4 2.3Q54.3 4 55.8 7.3Q57.4 10.5 57.4 14.9L57.4 14.9L37.1 14.9L37.1 10L52.8 10Q50 10 49.3 8.7Q48.5 7.5 47.4 6.9Q46.2 6.2 44.5 6.2Q42.7 6.2 41.5 7Q40.2 7.7 39.5 8.9Q38.7 10.2 38.7 11.9Q38.7 14 39.7 15.5Q40.7 17 42.6 17.8Q44.5 18.6 47.3 18.6Q49.8 18.6 52.3 18Q54.8 17.3 56.8 16.1L56.8 16.1Q54.5 22.9 51.4 23.8Q48.4 24.6 44.9 24.6M78.9 14.4Q86.7 17.4 84.8 19.8Q82.9 22.1 79.8 23.4Q76.8 24.6 73 24.6Q68.8 24.6 65.6 23.1Q62.4 21.6 60.6 18.9Q58.8 16.2 58.8 12.6Q58.8 9 60.6 6.3Q62.4 3.6 65.6 2Q68.8 0.5 73 0.5Q76.8 0.5 79.8 1.8Q82.9 3.1 84.8 5.4Q86.7 7.7 87 10.8L87 10.8Q78.5 8.8 76.9 7.7Q75.3 6.6 73 6.6Q71.2 6.6 69.8 7.3Q68.5 8 67.7 9.3Q67 10.6 67 12.6Q67 14.5 67.7 15.9Q68.5 17.2 69.8 17.9Q71.2 18.6 73 18.6Q75.3 18.6 76.9 17.4Q78.5 16.3 78.9 14.4L78.9 14.4M89.2 1.2L116.1 1.2L116.1 24L107.9 24L107.9 3.5L111.7 7.2L93.6 7.2L97.4 3.5L97.4 24L89.2 24L89.2 1.2M148.6 24L140.2 24L139.1 15.8L140.2 12.6L139.1 9.4L140.2 1.2L148.6 1.2L147.2 12.6L148.6 24M142.1 12.6Q141.5 16.2 139.9 18.9Q138.2 21.6 135.7 23.1Q133.1 24.6 129.9 24.6Q126.5 24.6 124 23.1Q121.4 21.6 120 18.9Q118.6 16.2 118.6 12.6Q118.6 9 120 6.2Q121.4 3.5 124 2Q126.5 0.5 129.9 0.5Q133.1 0.5 135.7 2Q138.2 3.5 139.9 6.2Q141.6 8.9 142.1 12.6M126.8 12.6Q126.8 14.3 127.5 15.6Q128.2 16.9 129.5 17.7Q130.7 18.4 132.3 18.4Q134 18.4 135.5 17.7Q137 16.9 138.1 15.6Q139.2 14.3 139.8 12.6Q139.2 10.9 138.1 9.6Q137 8.2 135.5 7.5Q134 6.7 132.3 6.7Q130.7 6.7 129.5 7.5Q128.2 8.2 127.5 9.6Q126.8 10.9 126.8 12.6';

/** The respawn point: an arrow down into a cell. */
export function LogoMark({
  size = 30,
  className,
}: {
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <rect width="30" height="30" rx="8.5" fill="#c4f042" />
      <path
        d="M15 5.2 23.4 10v10L15 24.8 6.6 20V10z"
        fill="none"
        stroke="#14180a"
        strokeWidth="2.3"
        strokeLinejoin="round"
      />
      <path
        d="M15 10.2v8.2m-3.7-3.6 3.7 3.7 3.7-3.7"
        fill="none"
        stroke="#14180a"
        strokeWidth="2.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function LogoWord({
  height = 17,
  className,
}: {
  height?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      className={className}
      width={(height * 151) / 31}
      height={height}
      viewBox="0 0 151 31"
      aria-hidden="true"
    >
      <path d={WORD} fill="currentColor" />
    </svg>
  );
}

/** Mark and name. The link around it provides the text for screen readers. */
export function Logo({ size = 30, className }: { size?: number; className?: string | undefined }) {
  return (
    <span className={classNames(styles.logo, className)}>
      <LogoMark size={size} />
      <LogoWord height={size * 0.5} />
    </span>
  );
}
