export { EditedMark } from './edited-mark.tsx';
