import { IconRss } from '#ui/icons.ts';
import { ButtonLink } from '#ui/forms/button.tsx';

/** The feed of a page, for readers of news. */
export const RssLink = ({ path }: { path: string }) => (
  <ButtonLink href={path} newTab icon={<IconRss size={18} aria-hidden="true" />}>
    RSS
  </ButtonLink>
);
