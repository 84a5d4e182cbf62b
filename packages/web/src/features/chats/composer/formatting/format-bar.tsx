import type { ReactNode } from 'react';
import type { MarkedStyle } from '@respa/contract/formatting';
import { IconButton } from '#ui/forms/icon-button.tsx';
import {
  IconBold,
  IconCode,
  IconEyeOff,
  IconItalic,
  IconSourceCode,
  IconStrikethrough,
} from '#ui/icons.ts';
import styles from './format-bar.module.css';

const CHOICES: readonly [style: MarkedStyle, label: string, icon: ReactNode][] = [
  ['bold', 'Жирный (Ctrl+B)', <IconBold key="bold" size={20} />],
  ['italic', 'Курсив (Ctrl+I)', <IconItalic key="italic" size={20} />],
  ['strike', 'Зачёркнутый (Ctrl+Shift+X)', <IconStrikethrough key="strike" size={20} />],
  ['spoiler', 'Скрытый (Ctrl+Shift+P)', <IconEyeOff key="spoiler" size={20} />],
  ['code', 'Код (Ctrl+Shift+M)', <IconCode key="code" size={20} />],
  ['block', 'Блок кода', <IconSourceCode key="block" size={20} />],
];

/** Over the field while words are selected in it: the styles that they can have. */
export function FormatBar({ onChoose }: { onChoose: (style: MarkedStyle) => void }) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Оформление текста">
      {CHOICES.map(([style, label, icon]) => (
        <IconButton
          key={style}
          label={label}
          icon={icon}
          // The field keeps its focus and its selection.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(style)}
        />
      ))}
    </div>
  );
}
