export { MediaRegistry } from './desk.tsx';
