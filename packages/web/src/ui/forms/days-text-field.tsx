import { TextField } from './text-field.tsx';

type DaysTextFieldProps = {
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  helpText: string | undefined;
  error: string | undefined;
};

/** The field for the number of days for which something is shown. */
export function DaysTextField(props: DaysTextFieldProps) {
  return <TextField label="Срок, дней" inputMode="numeric" maxLength={10} {...props} />;
}
