import type { AccessRow } from './access-row.ts';
import { ACCOUNT_ROWS } from './rows/account-rows.ts';
import { BOARD_ROWS } from './rows/board-rows.ts';
import { CATALOGUE_ROWS } from './rows/catalogue-rows.ts';
import { CLOUD_ROWS } from './rows/cloud-rows.ts';
import { ADMIN_ROWS } from './rows/admin-rows.ts';
import { PEOPLE_ROWS } from './rows/people-rows.ts';
import { OPEN_ROWS } from './rows/open-rows.ts';
import { PROMO_ROWS } from './rows/promo-rows.ts';
import { COMMUNITY_ROWS } from './rows/community-rows.ts';
import { CONVERSATION_ROWS } from './rows/conversation-rows.ts';
import { PUSH_ROWS } from './rows/push-rows.ts';
import { STICKER_ROWS } from './rows/sticker-rows.ts';
import { VIDEO_ROWS } from './rows/video-rows.ts';
import { VOICE_ROWS } from './rows/voice-rows.ts';
import { WALL_ROWS } from './rows/wall-rows.ts';

/**
 * One row per call, keyed by `METHOD path`. Who may call at all is defined by the contract's
 * `access`.
 */
export const ACCESS_ROWS: Record<string, AccessRow> = {
  ...ACCOUNT_ROWS,
  ...PEOPLE_ROWS,
  ...WALL_ROWS,
  ...CONVERSATION_ROWS,
  ...STICKER_ROWS,
  ...PUSH_ROWS,
  ...VOICE_ROWS,
  ...CLOUD_ROWS,
  ...COMMUNITY_ROWS,
  ...VIDEO_ROWS,
  ...CATALOGUE_ROWS,
  ...BOARD_ROWS,
  ...PROMO_ROWS,
  ...OPEN_ROWS,
  ...ADMIN_ROWS,
};
