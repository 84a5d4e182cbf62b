export type Gamer = {
  login: string;
  name: string;
  surname: string;
  birthDate: string;
  country: string;
  city: string;
  aboutMe: string;
};

/** The six gamers of demo data, tests and documentation. */
export const GAMERS: readonly Gamer[] = [
  {
    login: 'kornilov',
    name: 'Алексей',
    surname: 'Корнилов',
    birthDate: '1994-03-17',
    country: 'Россия',
    city: 'Рыбинск',
    aboutMe: 'Танк с десятилетним стажем. Собираю рейды и старые приставки.',
  },
  {
    login: 'sol',
    name: 'Марина',
    surname: 'Соль',
    birthDate: '1997-08-02',
    country: 'Россия',
    city: 'Санкт-Петербург',
    aboutMe: 'Рисую пиксель-арт, снимаю закаты в чужих мирах.',
  },
  {
    login: 'akhmetov',
    name: 'Тимур',
    surname: 'Ахметов',
    birthDate: '1991-11-25',
    country: 'Россия',
    city: 'Казань',
    aboutMe: 'Пошаговые стратегии. Ещё один ход, и спать.',
  },
  {
    login: 'vetrova',
    name: 'Даша',
    surname: 'Ветрова',
    birthDate: '2003-05-30',
    country: 'Россия',
    city: 'Новосибирск',
    aboutMe: 'Спидраню платформеры, учусь на программиста.',
  },
  {
    login: 'lunyov',
    name: 'Игорь',
    surname: 'Лунёв',
    birthDate: '1986-01-09',
    country: 'Россия',
    city: 'Калининград',
    aboutMe: 'Делаю маленькую игру про маяк. По выходным и ночам.',
  },
  {
    login: 'guy',
    name: 'Соня',
    surname: 'Гай',
    birthDate: '2000-12-14',
    country: 'Беларусь',
    city: 'Минск',
    aboutMe: 'Хилер. Терпения хватит на всех, маны — нет.',
  },
];
