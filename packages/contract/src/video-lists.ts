import { Type } from 'typebox';
import { route } from './route.ts';
import { Before, CategoryName, Paged, Videos, ofChannel, ofUser } from './video-shapes.ts';

// ── lists of videos
const videoList = { method: 'GET', access: 'member', reply: Videos } as const;
export const videosCount = route({
  method: 'GET',
  path: '/videohost/videos/videoscount/:channelId',
  access: 'member',
  params: ofChannel,
  summary: 'Сколько видео для всех',
  reply: Type.Object({ count: Type.Integer() }),
  errors: ['not_found'],
});
export const author = route({
  method: 'GET',
  path: '/videohost/videos/author/:channelId',
  access: 'member',
  params: ofChannel,
  summary: 'Имя канала',
  reply: Type.Object({ name: Type.String() }),
  errors: ['not_found'],
});
export const recommendedMain = route({
  ...videoList,
  path: '/videohost/videos/recommendedmain/:userId',
  params: ofUser,
  query: Paged,
  summary: 'Несколько видео из моих категорий и каналов',
  errors: ['forbidden'],
});
export const recommended = route({
  ...videoList,
  path: '/videohost/videos/recommendedvideopage/:userId',
  params: ofUser,
  query: Paged,
  summary: 'Из категорий и каналов, которые я смотрю, без виденного; дальше — новые',
  errors: ['forbidden'],
});
export const channelVideos = route({
  ...videoList,
  path: '/videohost/videos/channelvideos/:channelId',
  params: ofChannel,
  query: Paged,
  summary: 'Видео канала, новые сверху; тем, кто ведёт канал, — и обрабатываемые',
  errors: ['not_found'],
});
export const newVideos = route({
  ...videoList,
  path: '/videohost/videos/new/:date',
  params: Type.Object({ date: Type.String({ maxLength: 40 }) }),
  query: Paged,
  summary: 'Новые, не раньше дня: ISO или дд.мм.гггг',
  errors: ['bad_date'],
});
export const allVideos = route({
  ...videoList,
  path: '/videohost/videos/all',
  limit: 'search',
  query: Type.Object({ ...Paged.properties, category: Type.Optional(CategoryName) }),
  summary: 'Все видео, новые сверху; q — в названии, описании и категории',
});
export const popular = route({
  ...videoList,
  path: '/videohost/videos/popular',
  query: Paged,
  summary: 'По просмотрам за 30 дней: каждые 7 дней вес просмотра вдвое меньше',
});
export const interesting = route({
  ...videoList,
  path: '/videohost/videos/interesting',
  query: Paged,
  summary: 'Что понравилось тем, кому нравится то же, что мне; потом мои категории; потом новые',
});
const inCategory = {
  method: 'POST',
  access: 'member',
  query: Paged,
  body: Type.Object({ category: CategoryName }),
  reply: Videos,
} as const;
export const same = route({
  ...inCategory,
  path: '/videohost/videos/same',
  summary: 'Похожие: та же категория, популярные сверху',
});
export const category = route({
  ...inCategory,
  path: '/videohost/videos/category',
  summary: 'Категория, новые сверху',
});
export const subscribedVideos = route({
  ...videoList,
  path: '/videohost/videos/subscribed',
  query: Type.Object({ before: Before, limit: Paged.properties.limit }),
  summary: 'Видео моих подписок, новые сверху',
});
