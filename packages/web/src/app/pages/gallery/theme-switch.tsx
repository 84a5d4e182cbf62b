import { IconMoon, IconSun } from '#ui/icons.ts';
import { chooseTheme, useTheme } from '#lib/browser/theme.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <IconButton
      label={theme === 'dark' ? 'Светлая тема' : 'Тёмная тема'}
      icon={theme === 'dark' ? <IconSun /> : <IconMoon />}
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  );
}
