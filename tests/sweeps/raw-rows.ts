import type { RawThings } from './raw-things.ts';

/**
 * Everyone who calls: a visitor, users whose token or cookie is no longer valid, a user who is not
 * activated, and members by their relationship to the owner's objects.
 */
export const ASKERS = [
  'nobody',
  'signed out',
  'suspended',
  'not activated',
  'a stranger',
  'who is blocked by the owner',
  'the friend',
  'a member of the group chat',
  'who was excluded from the group chat',
  'who is banned from the group',
  'to whom the file was sent',
  'from whom the file was taken back',
  'the admin',
  'the owner',
] as const;
export type Asker = (typeof ASKERS)[number];
export type RawRow = {
  /** The requested object. */
  of: string;
  path(things: RawThings): string;
  /** The bearer header, or the media cookie; every caller who has it sends it. */
  by: 'bearer' | 'cookie';
  headers?: Record<string, string>;
  body?: string;
  may: 'everybody' | readonly Asker[];
  answers: number;
  /** The status that all other callers get, and exceptions for some of them. */
  refused?: number;
  besides?: Partial<Record<Asker, number>>;
  /** The call changes something for callers who may make it. */
  acts?: true;
};

const MEMBERS: readonly Asker[] = ASKERS.slice(ASKERS.indexOf('a stranger'));
const WITHOUT_SESSION = {
  nobody: 401,
  'signed out': 401,
  suspended: 401,
  'not activated': 403,
} as const;
/** The owner's friends: every user who was invited into the group chat is one. */
const FRIENDS: readonly Asker[] = [
  'the friend',
  'a member of the group chat',
  'who was excluded from the group chat',
  'the owner',
];
const open = (path: string): RawRow[] => [
  { of: path, path: () => path, by: 'bearer', may: 'everybody', answers: 200 },
];
const TUS = { 'tus-resumable': '1.0.0' };
const anUpload = {
  of: 'an upload that the owner began',
  by: 'bearer',
  path: ({ upload }: RawThings) => upload,
  may: ['the owner'],
  refused: 404,
  besides: WITHOUT_SESSION,
} as const;
const media = (
  of: string,
  folder: string,
  name: (things: RawThings) => string,
  may: RawRow['may'],
): RawRow => ({
  of,
  path: (things) => `/media/${folder}/${name(things)}`,
  by: 'cookie',
  may,
  answers: 200,
  refused: 404,
});

const MEDIA: RawRow[] = [
  media('a picture in a private room', 'message-images', ({ roomPicture }) => roomPicture, [
    'the friend',
    'the owner',
  ]),
  media('a picture in a group chat', 'message-images', ({ groupPicture }) => groupPicture, [
    'the friend',
    'a member of the group chat',
    'the owner',
  ]),
  media('a picture of a draft', 'userposts', ({ draftPicture }) => draftPicture, ['the owner']),
  media('a picture for friends', 'userposts', ({ friendsPicture }) => friendsPicture, FRIENDS),
  media('a photo on a page for friends', 'userphotos', ({ photoName }) => photoName, FRIENDS),
  media('a file of the cloud', 'cloud', ({ cloudFile }) => cloudFile, [
    'to whom the file was sent',
    'the friend',
    'the owner',
  ]),
  media(
    'the picture of an ad that waits',
    'inneradimages',
    ({ waitingPicture }) => waitingPicture,
    ['the admin', 'the owner'],
  ),
  media('the same by its other name', 'promos', ({ waitingPicture }) => waitingPicture, [
    'the admin',
    'the owner',
  ]),
  media(
    'a picture of an article',
    'publicposts',
    ({ articlePicture }) => articlePicture,
    'everybody',
  ),
  {
    ...media(
      'a file of the cloud, by the bearer header',
      'cloud',
      ({ cloudFile }) => cloudFile,
      [],
    ),
    by: 'bearer',
  },
  media('a name that never was', 'userposts', () => `${'0'.repeat(32)}.webp`, []),
];
/** What is open only if its author chose so; the seeded video is for members. */
const forMembers = (path: RawRow['path']): RawRow => ({
  of: 'a video for members',
  path,
  by: 'bearer',
  may: [],
  answers: 200,
  refused: 404,
});
const DOWNLOADS: RawRow[] = [
  {
    of: 'a file of the cloud',
    path: ({ fileId }) => `/media/download/${fileId}`,
    by: 'cookie',
    may: ['to whom the file was sent', 'the friend', 'the owner'],
    answers: 200,
    refused: 404,
  },
  {
    of: 'the same by the bearer header',
    path: ({ fileId }) => `/media/download/${fileId}`,
    by: 'bearer',
    may: [],
    answers: 200,
    refused: 404,
  },
];
const MESSAGE_FILES: RawRow[] = [
  {
    of: 'a file that no message has',
    path: () => `/media/message-file/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/none.bin`,
    by: 'cookie',
    may: [],
    answers: 200,
    refused: 404,
  },
];
const APPS: RawRow[] = [
  {
    of: 'an application',
    path: ({ gameId }) => `/media/app/${gameId}`,
    by: 'cookie',
    may: 'everybody',
    answers: 200,
    acts: true,
  },
];

/** Everything mounted outside the contract, by method and address. */
export const RAW_ROWS: Record<string, readonly RawRow[]> = {
  'GET /api/health': open('/api/health'),
  'GET /api/ready': open('/api/ready'),
  // Open to this machine; others get 404 (tests/http/site.test.ts).
  'GET /api/metrics': open('/api/metrics'),
  'GET /api/openapi.json': open('/api/openapi.json'),
  'GET /api/docs': open('/api/docs'),
  'GET /robots.txt': open('/robots.txt'),
  'GET /sitemap.xml': open('/sitemap.xml'),
  'GET /sitemaps/pages.xml': open('/sitemaps/pages.xml'),
  'GET /sitemaps/:kind/:file': open(
    '/sitemaps/communities/00000000-0000-0000-0000-000000000000.xml',
  ),
  'GET /rss/community/:file': [
    {
      of: 'the feed of an open community',
      path: ({ publicId }) => `/rss/community/${publicId}.xml`,
      by: 'bearer',
      may: 'everybody',
      answers: 200,
      refused: 404,
    },
  ],
  'GET /rss/channel/:file': [forMembers(({ channelId }) => `/rss/channel/${channelId}.xml`)],
  'GET /embed/video/:id': [forMembers(({ videoId }) => `/embed/video/${videoId}`)],
  'GET /oembed': [
    forMembers(({ videoId }) => `/oembed?url=http://respa.test/videohost/video/${videoId}`),
  ],
  'GET /media/:folder/:name': MEDIA,
  'HEAD /media/:folder/:name': MEDIA,
  'GET /media/download/:id': DOWNLOADS,
  'HEAD /media/download/:id': DOWNLOADS,
  'GET /media/message-file/:id/:name': MESSAGE_FILES,
  'HEAD /media/message-file/:id/:name': MESSAGE_FILES,
  'GET /media/app/:id': APPS,
  'HEAD /media/app/:id': APPS,
  'POST /api/uploads': [
    {
      of: 'a new upload',
      path: () => '/api/uploads',
      by: 'bearer',
      headers: {
        ...TUS,
        'upload-length': '5',
        'upload-metadata': 'purpose Y2xvdWQ=,filename cGF0aC50eHQ=',
      },
      may: MEMBERS,
      answers: 201,
      besides: WITHOUT_SESSION,
      acts: true,
    },
  ],
  // Who may is said in the first message of the WebSocket: features/voice/site-path.test.ts.
  // Without an upgrade there is nothing for anyone.
  'GET /api/voice/:roomId/site': [
    {
      of: 'a voice room, without a WebSocket',
      path: ({ roomId }) => `/api/voice/${roomId}/site`,
      by: 'bearer',
      may: [],
      answers: 101,
      refused: 400,
    },
  ],
  'HEAD /api/uploads/:id': [{ ...anUpload, headers: TUS, answers: 200 }],
  'PATCH /api/uploads/:id': [
    {
      ...anUpload,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'пя',
      answers: 204,
      acts: true,
    },
  ],
  'DELETE /api/uploads/:id': [{ ...anUpload, headers: TUS, answers: 204, acts: true }],
};
