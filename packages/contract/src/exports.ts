import { Type } from 'typebox';
import { Moment, Nullable, route } from './route.ts';

export const EXPORT_STATES = ['none', 'making', 'ready', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
export const ExportStatus = Type.Object({
  state: Type.Unsafe<ExportState>(Type.String({ enum: [...EXPORT_STATES] })),
  progress: Type.Integer({ description: '0–100' }),
  link: Nullable(
    Type.String({ description: 'Секрет для GET /export/:link; только у готового архива' }),
  ),
  bytes: Nullable(Type.Integer()),
  dies: Nullable(Moment),
});

export const start = route({
  method: 'POST',
  path: '/export',
  access: 'member',
  summary: 'Собрать архив своих данных; пока он собирается или готов, второго не будет',
  reply: ExportStatus,
  errors: ['too_often'],
});
export const status = route({
  method: 'GET',
  path: '/export',
  access: 'member',
  writes: true,
  summary: 'Что с архивом; у готового каждый раз новая ссылка, пять последних работают',
  reply: ExportStatus,
});
export const remove = route({
  method: 'DELETE',
  path: '/export',
  access: 'member',
  summary: 'Отменить сборку или удалить готовый архив',
  reply: ExportStatus,
});
export const download = route({
  method: 'GET',
  path: '/export/:link',
  access: 'visitor',
  summary: 'Скачать архив по ссылке',
  params: Type.Object({ link: Type.String({ maxLength: 100 }) }),
  reply: 'file',
  errors: ['not_found'],
});
