import { degrees } from '#lib/text/format.ts';
import { Bone } from '#ui/feedback/skeleton.tsx';
import { useWeather } from './api.ts';
import { isExpected } from './remembered-city.ts';
import { WeatherIcon } from './weather-icon.tsx';
import styles from './weather-line.module.css';

/**
 * Shows temperature, city and weather; `small` omits the words. Renders nothing without weather,
 * and reserves its space while loading
 * only if weather was shown last time. Either way, nothing jumps on a usual day.
 */
export function WeatherLine({
  city,
  small = false,
}: {
  city: string | undefined;
  small?: boolean;
}) {
  const { data, isPending } = useWeather(city);
  if (data === undefined && isPending && isExpected(city)) {
    return (
      <div className={small ? styles.small : styles.line} aria-hidden="true">
        <Bone shape="block" width={small ? 56 : 120} height={small ? 18 : 32} />
      </div>
    );
  }
  if (!data) return null;
  const words = [city, data.text].filter(Boolean).join(', ');
  if (small) {
    return (
      <p className={styles.small} title={words}>
        <WeatherIcon name={data.icon} size={20} />
        {degrees(data.temp)}
        <span className="visually-hidden">{words}</span>
      </p>
    );
  }
  return (
    <div className={styles.line} role="group" aria-label="Погода">
      <span className={styles.icon}>
        <WeatherIcon name={data.icon} size={34} />
      </span>
      <span className={styles.words}>
        <b className={styles.degrees}>{degrees(data.temp)}</b>
        <span className={styles.place}>{words}</span>
      </span>
    </div>
  );
}
