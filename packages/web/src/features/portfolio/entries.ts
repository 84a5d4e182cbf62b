// The content of the portfolio. A new work is one entry here, with its pictures beside this file.
import api from './pictures/api.svg';
import random from './pictures/dice.svg';
import diceLogo from './pictures/dice-logo.svg';
import gallery from './pictures/gallery.svg';
import respa from './pictures/respa.svg';
import respaLogo from './pictures/respa-logo.svg';
import respaPhone from './pictures/respa-phone.svg';
import timer from './pictures/timer.svg';
import timerLogo from './pictures/timer-logo.svg';

/** `to` is a page of this site, `href` any other address. */
export type Way = { to: string } | { href: string };
export type Site = { title: string; link: Way; image: string };
/** Without a link and a download, the app is still in development, and the card says so. */
export type App = {
  title: string;
  description: string;
  link: Way | null;
  download: string | null;
  image: string;
  logo: string;
};

export const SITES: readonly Site[] = [
  { title: 'Респа, социальная сеть для игроков', link: { to: '/' }, image: respa },
  { title: 'Справка по API Респы', link: { href: '/api/docs' }, image: api },
  { title: 'Галерея компонентов', link: { to: '/test-page' }, image: gallery },
];

export const APPS: readonly App[] = [
  {
    title: 'Респа на телефоне',
    description:
      'Лента, диалоги и уведомления в кармане. Ставить ничего не нужно: откройте сайт в браузере телефона.',
    link: { to: '/' },
    download: null,
    image: respaPhone,
    logo: respaLogo,
  },
  {
    title: 'Таймер респа',
    description: 'Считает, сколько осталось до возвращения босса, и зовёт отряд за минуту до него.',
    link: null,
    download: null,
    image: timer,
    logo: timerLogo,
  },
  {
    title: 'Кости ведущего',
    description: 'Бросает кости для настольных вечеров, от к4 до к100, и помнит каждый бросок.',
    link: null,
    download: null,
    image: random,
    logo: diceLogo,
  },
];
