import { useEffect, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import styles from './voice-settings.module.css';

const NAMES: Record<string, string> = {
  ControlLeft: 'Левый Ctrl',
  ControlRight: 'Правый Ctrl',
  ShiftLeft: 'Левый Shift',
  ShiftRight: 'Правый Shift',
  AltLeft: 'Левый Alt',
  AltRight: 'Правый Alt',
  Space: 'Пробел',
  Backquote: 'Ё / `',
  CapsLock: 'Caps Lock',
};
/** 'Левый Ctrl', 'T', 'F8': the name of a key by its `KeyboardEvent.code`. */
const nameOf = (code: string): string =>
  NAMES[code] ?? code.replace(/^(?:Key|Digit)/, '').replace('Numpad', 'Num ');
/** They lead through the page or out of the choice. */
const RESERVED = ['Tab', 'Escape', 'Enter', 'NumpadEnter'];

/** Lets the member press the key that they will hold to be heard. */
export function HeldKey({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const [isListening, setListening] = useState(false);
  useEffect(() => {
    if (!isListening) return undefined;
    const take = (event: KeyboardEvent) => {
      setListening(false);
      if (RESERVED.includes(event.code)) return;
      event.preventDefault();
      onChange(event.code);
    };
    const stop = () => setListening(false);
    window.addEventListener('keydown', take, { capture: true });
    window.addEventListener('pointerdown', stop);
    return () => {
      window.removeEventListener('keydown', take, { capture: true });
      window.removeEventListener('pointerdown', stop);
    };
  }, [isListening, onChange]);
  return (
    <div className={styles.key}>
      <span>
        Клавиша: <b>{nameOf(code)}</b>
      </span>
      <Button size="small" aria-pressed={isListening} onClick={() => setListening(true)}>
        {isListening ? 'Нажмите клавишу…' : 'Сменить'}
      </Button>
      <p className={styles.text}>
        Клавиша действует, только пока перед вами вкладка Респы: о том, что нажато в игре, браузер
        сайтам не сообщает. На телефоне держите кнопку микрофона.
      </p>
    </div>
  );
}
