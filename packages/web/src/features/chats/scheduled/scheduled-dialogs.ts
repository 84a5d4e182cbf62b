// One chunk: both dialogs need the form.
export { ScheduleDialog } from './schedule-dialog.tsx';
export { ScheduledDialog } from './scheduled-dialog.tsx';
