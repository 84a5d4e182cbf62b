/** The addresses of the site's pages; `:` begins a part that varies, `*` is the rest. */
export const KNOWN_PAGES = [
  '/',
  '/greeting',
  '/v2',
  '/register',
  '/login',
  '/goodbye',
  '/notactivated',
  '/activate/:link',
  '/confirm-email/:link',
  '/forgot-password',
  '/return-password/:id/:link',
  '/support',
  '/portfolio',
  '/cloud/file/:id',
  '/store/:id?',
  '/test-page/*',
  '/home',
  '/user/:id',
  '/my/:id',
  '/editprofile',
  '/createpost',
  '/userpost/:id',
  '/photos/:id',
  '/createfoto',
  '/userphoto/:id',
  '/messages',
  '/messages/:id',
  '/chat/:id',
  '/createchat',
  '/cloud',
  '/users',
  '/friends/:id',
  '/subscribes/:id',
  '/publics',
  '/createpublic',
  '/public/:id',
  '/editpublic/:id',
  '/createpublicpost/:id',
  '/publicnotifications/:id',
  '/publicpost/:id',
  '/games',
  '/apps',
  '/app/:id',
  '/create-app',
  '/update-app/:id',
  '/update-game/:id',
  '/videohost/*',
  '/video/:id',
  '/ad/*',
  '/innerad/*',
  '/deleteprofile',
  '/notifications',
  '/events',
  '/admin/*',
  '/stickers/:id?',
  '/services',
  '/settings/*',
  '/share',
  '/bookmarks',
  '/search',
] as const;
const PART = /\/(?::\w+\?|:\w+|\*|[^/]+)/g;
const toPattern = (page: string): string =>
  page === '/'
    ? '/'
    : page.replaceAll(PART, (part) => {
        if (part === '/*') return '(?:/.*)?';
        if (part.endsWith('?')) return '(?:/[^/]+)?';
        return part.startsWith('/:') ? '/[^/]+' : part;
      });
const KNOWN = new RegExp(`^(?:${KNOWN_PAGES.map(toPattern).join('|')})/?$`);
/** Returns whether the site has a page at a path. */
export const isKnownPage = (path: string): boolean => KNOWN.test(path);
