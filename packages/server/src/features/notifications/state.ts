import type { Static } from 'typebox';
import { fit } from '@respa/contract/characters';
import {
  PREVIEW_LENGTH,
  type NoticePreview,
  type NotificationType,
} from '@respa/contract/notifications';

export type Preview = Static<typeof NoticePreview>;
/** Describes those of the given objects that the viewer may see. */
export type DescribeObjects = (viewerId: string, ids: string[]) => Promise<Map<string, Preview>>;
/** A notice whose sender wrote something: `part` is the message, if the notice names one. */
export type Written = { noticeId: string; objectId: string; fromId: string; part: string | null };
/** Returns the texts by notice: only those that exist and that the viewer may read. */
export type FindQuotes = (viewerId: string, notices: Written[]) => Promise<Map<string, string>>;

/** How the features of higher tiers describe what a notice is about. */
export type NoticeState = {
  /** By `post_type`. */
  objects: Map<string, DescribeObjects>;
  quotes: Map<NotificationType, FindQuotes>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    notices: NoticeState;
  }
}

export const createNoticeState = (): NoticeState => ({ objects: new Map(), quotes: new Map() });

/** Code units of a stored text that are enough for a preview. */
export const READ_LENGTH = 1_000;
/** Returns the first words of a text in one line, without a cut inside an emoji. */
export const firstWords = (text: string): string =>
  fit(text.replace(/\s+/g, ' ').trim(), PREVIEW_LENGTH);

type Described = {
  name?: string | undefined;
  text?: string | undefined;
  folder?: string;
  picture?: string | null | undefined;
};
/** Returns a preview of what there is: empty texts and missing pictures are left out. */
export function toPreview({ name = '', text = '', folder, picture }: Described): Preview {
  const words = firstWords(text);
  return {
    ...(name === '' ? {} : { name }),
    ...(words === '' ? {} : { text: words }),
    ...(folder === undefined || picture === undefined || picture === null || picture === ''
      ? {}
      : { picture: { folder, name: picture } }),
  };
}
