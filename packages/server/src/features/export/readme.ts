import type { Exporter } from './archive.ts';

const moment = new Intl.DateTimeFormat('ru', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Builds the page that explains the archive to its owner. */
export const makeReadme = (
  exporters: readonly Exporter[],
  date: Date,
): string => `Ваши данные на Респе
Архив собран ${moment.format(date)} по Гринвичу (UTC).

Что где лежит

${exporters.map(({ file, description }) => `${file}\n    ${description}`).join('\n')}
media
    Ваши фотографии и картинки постов, аватар и обложка, вложения ваших переписок.

Файлы .json — это обычный текст: их откроет любой редактор и прочтёт любая программа.
Время всюду записано по Гринвичу. «files» в посте — его файлы в папке media, «path» — адрес
на сайте, к которому она относится.

Это личные данные, и не только ваши: в переписках есть слова других людей. Храните архив
там, где его не прочтут чужие.
`;
