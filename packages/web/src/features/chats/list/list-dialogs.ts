// One chunk: the menu of a chat and the dialogs that it and the list open.
export { FoldersDialog } from './folders-dialog.tsx';
export { LoadedRoomMenu } from './loaded-room-menu.tsx';
