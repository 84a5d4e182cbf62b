import { appError } from '@respa/contract/app-errors';

const EMAIL = /^[^\s@,;<>()"\\]{1,64}@[^\s@,;<>()"\\]+\.[^\s@,;<>()"\\.]{2,}$/;
/** An address is trimmed and compared case-insensitively. */
export function readEmail(input: string): string {
  const email = input.trim().toLowerCase();
  if (!EMAIL.test(email))
    throw appError('bad_input', {
      text: 'Неверный формат почты',
      fields: { email: 'Неверный формат почты' },
    });
  return email;
}
