import { TextField } from '#ui/forms/text-field.tsx';

type CodeFieldProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  label?: string;
  helpText?: string | undefined;
  autoFocus?: boolean;
};
/** Accepts six digits or a recovery code. Phones can autofill a code from a message. */
export function CodeField({ label = 'Код', ...rest }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...rest}
    />
  );
}
