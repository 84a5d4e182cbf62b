import { createContext, type ReactNode } from 'react';

/** A file of the member's cloud, as far as others need to know it. `bytes` is its size. */
export type CloudFile = { id: string; title: string; bytes: number };
export type CloudChoiceProps = {
  /** How many files may be chosen. */
  limit: number;
  onChoose: (files: CloudFile[]) => void;
  onClose: () => void;
};
/** Draws the dialog that chooses files from the member's cloud. The page provides it. */
export const CloudChoice = createContext<(props: CloudChoiceProps) => ReactNode>(() => null);
