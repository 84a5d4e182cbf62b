import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Id, Ok, Text, route } from './route.ts';

export const REPORT_KINDS = [
  'person',
  'userpost',
  'userphoto',
  'comment',
  'message',
  'group',
  'public',
  'publicpost',
  'file',
  'game',
  'channel',
  'video',
  'ad',
  'promo',
  'stickers',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export const REPORT_REASONS = ['spam', 'insult', 'fraud', 'adult', 'violence', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const create = route({
  method: 'POST',
  path: '/report',
  creates: true,
  access: 'member',
  limit: 'reports',
  summary: 'Пожаловаться администратору; о том же второй раз — заменяет первый',
  body: Type.Object({
    kind: Type.Unsafe<ReportKind>(Type.String({ enum: [...REPORT_KINDS] })),
    id: Id,
    reason: Type.Unsafe<ReportReason>(Type.String({ enum: [...REPORT_REASONS] })),
    text: Type.Optional(Text({ max: LENGTHS.support, long: 'Жалоба не длиннее 2 000 символов' })),
  }),
  reply: Ok,
  errors: ['self', 'not_found'],
});
