export { BookmarkList } from './bookmark-list.tsx';
export {
  useBookmark,
  useFolders,
  usePutBookmark,
  useRemoveBookmark,
  useRemoveFolder,
  type Folder,
  type Target,
} from './bookmarks-api.ts';
export { FolderDialog } from './folder-dialog.tsx';
