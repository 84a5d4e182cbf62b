// The menu of a chat and the dialogs of the list and of a room, in one chunk that is loaded when
// the first of them opens: each further chunk adds its name to what every visitor loads.
export { ForwardDialog } from '../forwarding/forward-dialog.tsx';
export { FoldersDialog } from '../list/folders-dialog.tsx';
export { LoadedRoomMenu } from '../list/loaded-room-menu.tsx';
export { ScheduleDialog } from '../scheduled/schedule-dialog.tsx';
export { ScheduledDialog } from '../scheduled/scheduled-dialog.tsx';
