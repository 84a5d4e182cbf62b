import { createContext, type ReactNode } from 'react';

/** What a post shows of a video of its author's channel. */
export type AttachedVideo = {
  _id: string;
  title: string;
  /** Seconds. */
  duration: number;
  preview: { name: string; width: number; height: number; thumbhash: string; alt?: string } | null;
};
export type VideoPick = { onPick: (video: AttachedVideo) => void; onClose: () => void };
/** Draws a video in a post, and the choice of an own video. The page provides both. */
export const PostVideos = createContext<{
  draw: (video: AttachedVideo) => ReactNode;
  pick: (pick: VideoPick) => ReactNode;
}>({ draw: () => null, pick: () => null });
