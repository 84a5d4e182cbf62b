import { createContext, type ReactNode } from 'react';

/**
 * Returns a preview of the target of an internal link, or null if there is none. The page provides
 * the function.
 */
export const LinkPreview = createContext<(href: string) => ReactNode>(() => null);
