import { IconEye, IconEyeOff } from '#ui/icons.ts';
import { useState, type ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './password-field.module.css';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'end' | 'icon' | 'autoComplete'
> & {
  /** Tells the browser's password manager whether to fill in a password or offer a new one. */
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          className={styles.eye}
          size="small"
          label={isShown ? 'Скрыть пароль' : 'Показать пароль'}
          icon={isShown ? <IconEyeOff /> : <IconEye />}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
