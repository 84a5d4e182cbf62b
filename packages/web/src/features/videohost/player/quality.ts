/**
 * `auto`: the network decides. A number: a height in pixels. `source`: the file as it was uploaded.
 */
export type Quality = 'auto' | 'source' | number;
type Video = { videoUrl: string; stream: string };

/**
 * Returns the quality to start with: `auto` once the renditions are ready, else the file itself.
 */
export const firstQuality = ({ stream }: Video): Quality => (stream === '' ? 'source' : 'auto');
/** Returns the qualities that a viewer can choose from. */
export const qualitiesOf = (video: Video & { qualities: readonly number[] }): Quality[] => [
  ...(video.stream === '' ? [] : ['auto' as const, ...video.qualities]),
  ...(video.videoUrl === '' ? [] : ['source' as const]),
];
