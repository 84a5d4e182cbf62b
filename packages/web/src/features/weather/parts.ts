export { WeatherLine } from './weather-line.tsx';
