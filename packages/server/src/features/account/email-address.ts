import { fault } from '@respa/contract/faults';

const EMAIL = /^[^\s@,;<>()"\\]{1,64}@[^\s@,;<>()"\\]+\.[^\s@,;<>()"\\.]{2,}$/;
/** An address is trimmed and compared without case. */
export function readEmail(given: string): string {
  const email = given.trim().toLowerCase();
  if (!EMAIL.test(email))
    throw fault('bad_input', {
      text: 'Неверный формат почты',
      fields: { email: 'Неверный формат почты' },
    });
  return email;
}
