import { Type } from 'typebox';
import { Nullable, route } from './route.ts';

/** What the sky looks like; the client has a separate picture for each. */
export const WEATHER_ICONS = [
  'clear-day',
  'clear-night',
  'partly-day',
  'partly-night',
  'clouds',
  'rain',
  'storm',
  'snow',
  'fog',
] as const;
export type WeatherIcon = (typeof WEATHER_ICONS)[number];

export const Weather = Type.Object({
  temp: Type.Number({ description: 'Градусы Цельсия' }),
  text: Type.String({ description: 'Описание OpenWeatherMap по-русски' }),
  main: Type.String({ description: 'Слово OpenWeatherMap: Clear, Clouds, Rain …' }),
  icon: Type.Unsafe<WeatherIcon>(Type.String({ enum: [...WEATHER_ICONS] })),
});
export const weather = route({
  method: 'GET',
  path: '/weather',
  access: 'member',
  summary: 'Погода в моём городе; null, когда её не узнать',
  reply: Type.Object({ weather: Nullable(Weather) }),
});
