export { ReportHost } from './report-host.tsx';
export { reportItem } from './report-item.tsx';
export { REASONS } from './words.ts';
