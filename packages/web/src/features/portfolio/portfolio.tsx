import { IconDownload, IconExternalLink } from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { APPS, SITES, type App, type Way } from './entries.ts';
import styles from './portfolio.module.css';

/** The author's sites and applications. */
export function Portfolio() {
  return (
    <div className={styles.page}>
      <PageHead title="Портфолио автора" text="Сайты и приложения автора Респы" />
      <section aria-labelledby="sites">
        <h2 id="sites" className={styles.title}>
          Сайты
        </h2>
        <ul className={styles.sites}>
          {SITES.map(({ title, link, image }) => (
            <Card as="li" key={title} inset="flush" className={styles.site}>
              <WayTo way={link} className={styles.entry}>
                <img className={styles.picture} src={image} width={640} height={400} alt="" />
                <span className={styles.name}>{title}</span>
              </WayTo>
            </Card>
          ))}
        </ul>
      </section>
      <section aria-labelledby="apps">
        <h2 id="apps" className={styles.title}>
          Приложения
        </h2>
        <ul className={styles.apps}>
          {APPS.map((app) => (
            <AppCard key={app.title} app={app} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function AppCard({ app: { title, description, link, download, image, logo } }: { app: App }) {
  return (
    <Card as="li" inset="flush" className={styles.app}>
      <img className={styles.picture} src={image} width={640} height={400} alt="" loading="lazy" />
      <div className={styles.words}>
        <img className={styles.logo} src={logo} width={52} height={52} alt="" />
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{description}</p>
        <div className={styles.doors}>
          {link ? (
            <ButtonLink
              {...link}
              variant="soft"
              size="small"
              icon={<IconExternalLink aria-hidden="true" />}
            >
              Открыть
            </ButtonLink>
          ) : null}
          {download === null ? null : (
            <ButtonLink
              href={download}
              download
              size="small"
              icon={<IconDownload aria-hidden="true" />}
            >
              Скачать
            </ButtonLink>
          )}
          {link === null && download === null ? (
            <span className={styles.soon}>Ещё в работе</span>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

function WayTo({
  way,
  className,
  children,
}: {
  way: Way;
  className: string | undefined;
  children: ReactNode;
}) {
  return 'to' in way ? (
    <Link to={way.to} className={className}>
      {children}
    </Link>
  ) : (
    <a href={way.href} className={className}>
      {children}
    </a>
  );
}
