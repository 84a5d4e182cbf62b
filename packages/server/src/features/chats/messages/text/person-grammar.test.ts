import { expect, test } from 'vitest';
import { accusative, genderOf } from './person-grammar.ts';

const person = (full: string) => ({ name: full.split(' ')[0]!, surname: full.split(' ')[1] ?? '' });

test.each([
  ['Анна Белова', 'female', 'Анну'],
  ['Борис Ёлкин', 'male', 'Бориса'],
  ['Лев Толстой', 'male', 'Льва'],
  ['Пётр Чужой', 'male', 'Петра'],
  ['Любовь Орлова', 'female', 'Любовь'],
  ['Соня Гай', 'female', 'Соню'],
  ['Даша Ветрова', 'female', 'Дашу'],
  ['Лёша Ким', 'male', 'Лёшу'],
  ['Илья Черных', 'male', 'Илью'],
  ['Никита Белых', 'male', 'Никиту'],
  ['Игорь Лунёв', 'male', 'Игоря'],
  // The surname decides.
  ['Саша Белова', 'female', 'Сашу'],
  ['Саша Белов', 'male', 'Сашу'],
  // The gender is unknown, but both forms are the same.
  ['Женя Шевчук', null, 'Женю'],
  // Not Russian, or not a name.
  ['John Smith', null, 'John'],
  ['xXx ПроИгрок', null, 'xXx'],
  ['Zoë Петрова', 'female', 'Zoë'],
  ['Нагибатор2007 Иванов', 'male', 'Нагибатор2007'],
  ['анна белова', 'female', 'анну'],
  ['🎮 🎮', null, '🎮'],
])('%s is %s and has the accusative %s', (full, gender, seen) => {
  expect([genderOf(person(full)), accusative(person(full))]).toEqual([gender, seen]);
});
