import { createContext, type ReactNode } from 'react';

/** What a link of this site shows of what is behind it, as the page above knows; null for what shows nothing. */
export const LinkPreview = createContext<(href: string) => ReactNode>(() => null);
