/** Parses a flag of a form, in the spellings of the documented API. */
export const isOn = (flag: unknown): boolean =>
  flag === true || flag === 'true' || flag === '1' || flag === 'on';
