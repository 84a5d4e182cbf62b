import { createContext, type ReactNode } from 'react';

/**
 * Returns a preview of the target of an internal link, or null if there is none. The page provides
 * the function.
 */
export const LinkPreview = createContext<(href: string) => ReactNode>(() => null);
/** Draws the card of the first link of a post if it leads to an object of this site. */
export const InnerLink = createContext<(text: string) => ReactNode>(() => null);
