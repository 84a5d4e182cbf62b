/** A flag of a form, as forms of the documents write it. */
export const isOn = (flag: unknown): boolean =>
  flag === true || flag === 'true' || flag === '1' || flag === 'on';
