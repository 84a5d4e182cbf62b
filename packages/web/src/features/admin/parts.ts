export { AdminPanel } from './desk.tsx';
