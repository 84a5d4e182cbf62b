import { useState, type FormEvent, type ReactNode } from 'react';
import { encode } from 'uqr';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { copyText } from '#ui/feedback/copy-text.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { CodeField } from './code-field.tsx';
import { useBeginFactor, useConfirmFactor, useEndFactor, useNewCodes } from './security-api.ts';
import styles from './factor-window.module.css';

type Task = 'on' | 'off' | 'codes';
const TITLES: Record<Task, string> = {
  on: 'Двухфакторная защита',
  off: 'Выключить двухфакторную защиту?',
  codes: 'Новые запасные коды',
};
type Wrong = { password?: string | undefined; code?: string | undefined };
const wrongOf = (error: Error): Wrong =>
  error instanceof ApiError && error.code === 'bad_password'
    ? { password: error.message }
    : { code: sentenceOf(error) };

/**
 * Walks the member through enabling or disabling the code, and through creating new recovery codes.
 */
export function FactorWindow({ task, onClose }: { task: Task; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null);
  const done = () => {
    showToast('Теперь для входа хватит пароля.');
    onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={codes === null}
      title={codes === null ? TITLES[task] : 'Запасные коды'}
      size="small"
    >
      {codes !== null ? (
        <Codes codes={codes} onClose={onClose} />
      ) : secret !== null ? (
        <Scan {...secret} onCodes={setCodes} />
      ) : task === 'on' ? (
        <Begin onSecret={setSecret} />
      ) : (
        <Prove task={task} onCodes={setCodes} onOff={done} />
      )}
    </Modal>
  );
}

function Begin({ onSecret }: { onSecret: (secret: { secret: string; uri: string }) => void }) {
  const begin = useBeginFactor();
  return (
    <Ask
      action="Дальше"
      busy={begin.isPending}
      needs={{ password: true }}
      onInput={({ password }, setWrong) =>
        begin.mutate(password, {
          onSuccess: onSecret,
          onError: (error) => setWrong({ password: sentenceOf(error) }),
        })
      }
    >
      <p className={styles.text}>
        Понадобится приложение с кодами: Яндекс Ключ, Google Authenticator, Aegis или любое другое.
      </p>
    </Ask>
  );
}
function Scan({
  secret,
  uri,
  onCodes,
}: {
  secret: string;
  uri: string;
  onCodes: (codes: string[]) => void;
}) {
  const confirm = useConfirmFactor();
  return (
    <Ask
      action="Включить"
      busy={confirm.isPending}
      needs={{ code: true }}
      onInput={({ code }, setWrong) =>
        confirm.mutate(code, {
          onSuccess: (answer) => onCodes(answer.codes),
          onError: (error) => setWrong({ code: sentenceOf(error) }),
        })
      }
    >
      <p className={styles.text}>
        Отсканируйте QR-код в приложении для кодов или введите ключ вручную. Затем введите код,
        который появится в приложении.
      </p>
      <QrCode text={uri} />
      <p className={styles.secret}>{secret.replace(/(.{4})/g, '$1 ').trim()}</p>
    </Ask>
  );
}
function Prove({
  task,
  onCodes,
  onOff,
}: {
  task: 'off' | 'codes';
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}) {
  const [end, renew] = [useEndFactor(), useNewCodes()];
  return (
    <Ask
      action={task === 'off' ? 'Выключить' : 'Получить коды'}
      danger={task === 'off'}
      busy={end.isPending || renew.isPending}
      needs={{ password: true, code: true }}
      onInput={(input, setWrong) => {
        const onError = (error: Error) => setWrong(wrongOf(error));
        if (task === 'off') end.mutate(input, { onSuccess: onOff, onError });
        else renew.mutate(input, { onSuccess: (answer) => onCodes(answer.codes), onError });
      }}
    >
      <p className={styles.text}>
        {task === 'off'
          ? 'Для входа снова хватит одного пароля.'
          : 'Прежние запасные коды перестанут действовать.'}
      </p>
    </Ask>
  );
}

type Input = { password: string; code: string };
type FormProps = {
  action: string;
  danger?: boolean;
  busy: boolean;
  needs: { password?: boolean; code?: boolean };
  onInput: (input: Input, setWrong: (wrong: Wrong) => void) => void;
  children: ReactNode;
};
function Ask({ action, danger = false, busy, needs, onInput, children }: FormProps) {
  const [input, setInput] = useState<Input>({ password: '', code: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      password: needs.password === true && input.password === '' ? 'Введите пароль' : undefined,
      code: needs.code === true && input.code.trim() === '' ? 'Введите код' : undefined,
    };
    setWrong(missing);
    if (missing.password === undefined && missing.code === undefined && !busy)
      onInput(input, setWrong);
  };
  const set = (name: keyof Input) => (value: string) => {
    setInput((now) => ({ ...now, [name]: value }));
    setWrong({});
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      {children}
      {needs.password ? (
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          value={input.password}
          onChange={set('password')}
          error={wrong.password}
        />
      ) : null}
      {needs.code ? (
        <CodeField
          label="Код из приложения"
          value={input.code}
          onChange={set('code')}
          error={wrong.code}
        />
      ) : null}
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
        {action}
      </Button>
    </Form>
  );
}

function Codes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = () => void copyText(codes.join('\n'), 'Скопировано');
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        Каждый код заменит приложение один раз, если телефона не окажется под рукой. Сохраните их
        сейчас: больше мы их не покажем.
      </p>
      <ul className={styles.codes} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.ends}>
        <Button onClick={copy}>Скопировать</Button>
        <Button variant="primary" onClick={onClose}>
          Я сохранил
        </Button>
      </div>
    </div>
  );
}

/** Black on white in both themes, with the margin that scanners need. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR-код с ключом для приложения"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
