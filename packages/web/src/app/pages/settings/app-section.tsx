import { useState, type ReactNode } from 'react';
import { install, isInstalled, useIsInstallOffered } from '#lib/browser/install-offer.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconDownload } from '#ui/icons.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import styles from './app-section.module.css';

/** The steps on each kind of device; with `isEither` they are alternatives. */
const WAYS: { title: string; steps: string[]; isEither?: boolean }[] = [
  {
    title: 'Android',
    steps: [
      'Откройте Респу в Chrome или Яндекс Браузере.',
      'Откройте меню браузера.',
      'Выберите «Установить приложение» или «Добавить на главный экран».',
    ],
  },
  {
    title: 'iPhone и iPad',
    steps: [
      'Откройте Респу в Safari.',
      'Нажмите «Поделиться».',
      'Выберите «На экран „Домой“», затем «Добавить».',
    ],
  },
  {
    title: 'Компьютер',
    isEither: true,
    steps: [
      'В Chrome, Edge или Яндекс Браузере нажмите значок установки справа в адресной строке.',
      'В Safari на Mac откройте меню «Файл» и выберите «Добавить в Dock».',
    ],
  },
];

/** How to install the site as an app: by the browser's own offer, or step by step. */
export function AppSection() {
  const isOffered = useIsInstallOffered();
  const [isDone, setDone] = useState(isInstalled);
  return (
    <>
      <Card>
        <CardHead title="Установить приложение" />
        {isDone ? (
          <p className={styles.text} role="status">
            Приложение установлено на этом устройстве.
          </p>
        ) : (
          <>
            <p className={styles.text}>
              Респа откроется в своём окне, покажет число непрочитанного на значке и примет картинки
              и ссылки из других программ. Недавние переписки и ленту можно читать без интернета, а
              сообщения отправятся, когда он появится.
            </p>
            {isOffered ? (
              <Button
                variant="primary"
                icon={<IconDownload size={20} />}
                onClick={() => void install().then((done) => done && setDone(true))}
              >
                Установить
              </Button>
            ) : null}
          </>
        )}
      </Card>
      {isDone || isOffered
        ? null
        : WAYS.map(({ title, steps, isEither = false }) => (
            <Card key={title}>
              <CardHead title={title} />
              <Steps isEither={isEither}>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </Steps>
            </Card>
          ))}
    </>
  );
}

function Steps({ isEither, children }: { isEither: boolean; children: ReactNode }) {
  return isEither ? (
    <ul className={styles.steps}>{children}</ul>
  ) : (
    <ol className={styles.steps}>{children}</ol>
  );
}
