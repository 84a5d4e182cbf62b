import {
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconMoonStars,
  IconSun,
} from '#ui/icons.ts';
import type { WeatherIcon as Name } from '@respa/contract/weather';

const CLOUD = 'M7.5 20h9.2a3.8 3.8 0 0 0 .6-7.55a5.2 5.2 0 0 0-10-1.1A4.35 4.35 0 0 0 7.5 20z';
const PARTLY = {
  'partly-day': 'M4.4 10.1a4.1 4.1 0 0 1 5.2-5.5M8.2 1.2v1M3.3 3.3l.7.7M1.2 8.2h1M13.1 3.3l-.7.7',
  'partly-night':
    'M12.6 4.6a4.6 4.6 0 0 0 6.9 5.1M12.6 4.6a5.3 5.3 0 0 0-.1 1.2M19.5 9.7a6 6 0 0 1-.9 1.3M17.5 2v2M16.5 3h2',
};
const ICONS = {
  'clear-day': IconSun,
  'clear-night': IconMoonStars,
  clouds: IconCloud,
  rain: IconCloudRain,
  storm: IconCloudStorm,
  snow: IconCloudSnow,
  fog: IconCloudFog,
};

/** Shows the weather as one icon, in the stroke of the other icons. */
export function WeatherIcon({ name, size }: { name: Name; size: number }) {
  if (name === 'partly-day' || name === 'partly-night') {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={PARTLY[name]} />
        <path d={CLOUD} />
      </svg>
    );
  }
  const Icon = ICONS[name];
  return <Icon size={size} stroke={1.7} aria-hidden="true" />;
}
